import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../../src/exec/market/marketplace.ts';
import { approve, findApprovals } from '../../src/host/approvals.ts';
import { loadSkill } from '../../src/host/load-skill.ts';
import { type Host, openHost } from '../../src/host/open-host.ts';
import { compile } from '../../src/index.ts';

export interface Governed {
  readonly host: Host;
  readonly run: (operation: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** A home of its own with one skill, approved once and for all, and a budget that the bench does not reach. */
export async function openGoverned(port: number): Promise<Governed> {
  const folder = mkdtempSync(join(tmpdir(), 'skillc-bench-'));
  mkdirSync(join(folder, 'skill'));
  writeFileSync(join(folder, 'skill', 'SKILL.md'), skill(port));
  const host = await openHost({
    home: join(folder, 'home'),
    environment: {},
    workspace: folder,
    compile: (bundle) => compile(bundle),
  });
  const who = { session: 'bench', actor: 'person' } as const;
  await loadSkill(host, { target: join(folder, 'skill'), ...who });
  for (const approval of await findApprovals(host, 'bench')) await approve(host, approval, { ...who, scope: 'always' });
  const plenty = 10 ** 14;
  const limits = { calls: plenty, network_bytes: plenty, wall_clock_ms: plenty };
  await host.ledger.submit({ kind: 'set-budget', ...who, scope: 'session:bench', limits });
  return {
    host,
    run: async (operation) => {
      const outcome = await call(
        { capability: `bench.${operation}`, input: {}, session: 'bench', actor: 'agent' },
        host.exec,
      );
      if (outcome.outcome !== 'done') throw new Error(JSON.stringify(outcome));
      return outcome.result;
    },
    close: async () => {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function skill(port: number): string {
  const url = `http://127.0.0.1:${port}/v1/items?q=one`;
  return `---
name: bench
description: One request, alone and piped.
---
# Bench

## Fetch

\`\`\`bash
curl -s "${url}"
\`\`\`

## Pick

\`\`\`bash
curl -s "${url}" | jq -r '.items[0].name'
\`\`\`
`;
}
