import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skillc } from './fake-terminal.ts';

const skill = `---
name: a-skill-with-a-rather-long-name
description: Asks a service.
---
# A skill

## Ask for everything there is to know about one thing

\`\`\`bash
curl -s "https://api.a-rather-long-name.example.com/v1/things/{thing_id}/everything" -H "Authorization: Bearer $THINGS_TOKEN"
\`\`\`
`;

test('what people read on a terminal of 80 columns has no longer lines', async () => {
  const root = mkdtempSync(join(tmpdir(), 'skillc-columns-'));
  try {
    mkdirSync(join(root, 'skill'));
    writeFileSync(join(root, 'skill', 'SKILL.md'), skill);
    const env = { SKILLC_HOME: join(root, 'home'), HOME: root, NO_COLOR: '1' };
    const terminal = { env, outIsTerminal: true, columns: 80 };
    const shown = [];
    for (const argv of [['load', join(root, 'skill')], ['approvals'], ['log'], ['capabilities']]) {
      const { code, out } = await skillc(argv, terminal);
      expect(code).toBe(0);
      expect(out).toContain('a-skill-with-a-rather-long-name');
      shown.push(...out.split('\n'));
    }
    expect(shown.filter((line) => line.length > 80)).toEqual([]);
    const piped = await skillc(['approvals'], { env });
    expect(piped.out.split('\n').some((line) => line.length > 80)).toBe(true);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
