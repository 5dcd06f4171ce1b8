import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { skillc } from './fake-terminal.ts';

const version = (block: string) =>
  `---\nname: notes\ndescription: Reads notes.\n---\n# Notes\n\n## List notes\n\n\`\`\`bash\n${block}\n\`\`\`\n`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillc-review-'));
  for (const [name, block] of [
    ['old', 'curl https://api.example.com/v1/notes'],
    ['same', 'curl -s https://api.example.com/v1/notes'],
    ['minor', 'curl https://api.example.com/v2/notes'],
    ['major', 'curl https://elsewhere.example.net/v1/notes'],
    ['critical', 'curl https://api.example.com/v1/notes -H "X-Key: $NOTES_KEY"'],
  ] as const) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'SKILL.md'), version(block));
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('skillc review', () => {
  test.each([
    ['same', 0],
    ['minor', 6],
    ['major', 7],
    ['critical', 8],
  ])('%s ends with %i', async (name, code) => {
    const answer = await skillc(['review', join(root, 'old'), join(root, name), '--json']);
    expect(answer.code).toBe(code);
    expect(JSON.parse(answer.out).severity).toBe(name === 'same' ? null : name);
    const lenient = await skillc(['review', join(root, 'old'), join(root, name), '--fail-on', 'critical']);
    expect(lenient.code).toBe(name === 'critical' ? 8 : 0);
  });

  test('says where, for people', async () => {
    const { out } = await skillc(['review', join(root, 'old'), join(root, 'major')]);
    expect(out).toBe(
      `major    list_notes reaches https://elsewhere.example.net, which it did not\n         new-host  ${root}/major/SKILL.md:10\n` +
        'note     no longer sends GET https://api.example.com/v1/notes\n         network-gone\n',
    );
  });

  test('what is no skill is no review', async () => {
    const { code, err } = await skillc(['review', join(root, 'old'), join(root, 'missing')]);
    expect(code).toBe(1);
    expect(err).toContain('source/missing');
  });
});
