import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jqWorkers, jsonQuery } from '../../../src/exec/providers/json/query.ts';
import { contextWith, readable } from '../provider-context.ts';
import { knownDifferences } from './known-differences.ts';
import { type QueryCase, queryCases, queryFiles } from './query-cases.ts';

const workers = jqWorkers(2);
const folder = mkdtempSync(join(tmpdir(), 'skillc-jq-'));
const grants = { workspace: folder, read: Object.keys(queryFiles), write: [], forbidden: [] };
const provider = jsonQuery({ workers, grants, maxInput: 1_000_000, maxOutput: 1_000_000 });

beforeAll(() => {
  for (const [name, text] of Object.entries(queryFiles)) writeFileSync(join(folder, name), text);
});
afterAll(async () => {
  await workers.close();
  rmSync(folder, { recursive: true });
});

test('answers as Debian’s jq does, but for the differences listed here', async () => {
  const different = new Map<string, unknown>();
  for (const item of queryCases) {
    const [ours, theirs] = [await run(item), real(item)];
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) different.set(keyOf(item), { ours, theirs });
  }
  expect(queryCases.length).toBeGreaterThan(150);
  expect(Object.fromEntries(different)).toEqual(knownDifferences);
});

/** Inputs that most cases share are left out. */
function keyOf({ words, input }: QueryCase): string {
  return input.length > 60 ? words.join(' ') : `${words.join(' ')} < ${input}`;
}

interface Seen {
  readonly out: string;
  readonly code: number | undefined;
  readonly complains: boolean;
}

async function run({ args, input }: QueryCase): Promise<Seen> {
  const { stdout, exitCode, stderr } = readable(await provider.run(args, contextWith(input)));
  return { out: stdout, code: exitCode, complains: stderr !== undefined };
}

function real({ words, input }: QueryCase): Seen {
  const { stdout, status, stderr } = spawnSync('/usr/bin/jq', words, { input, cwd: folder, env: {} });
  return { out: stdout.toString(), code: status ?? undefined, complains: stderr.length > 0 };
}
