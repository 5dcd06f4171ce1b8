import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGranted } from '../../../src/exec/providers/io/read-granted.ts';
import { stageWrite } from '../../../src/exec/providers/io/stage-write.ts';

const swapper = `
const { renameSync } = require('node:fs');
const [folder, link] = process.argv.slice(1);
process.stdout.write('on');
for (;;) {
  renameSync(folder, folder + '.real'); renameSync(link, folder);
  renameSync(folder, link); renameSync(folder + '.real', folder);
}`;

let root: string;
let attacker: ChildProcess;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-race-')));
  mkdirSync(join(root, 'ws', 'sub'), { recursive: true });
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(root, 'ws', 'sub', 'f'), 'inside');
  writeFileSync(join(root, 'outside', 'f'), 'outside');
  symlinkSync(join(root, 'outside'), join(root, 'ws', 'link'));
  attacker = spawn(process.execPath, ['-e', swapper, join(root, 'ws', 'sub'), join(root, 'ws', 'link')]);
  await new Promise((resolve) => attacker.stdout?.once('data', resolve));
});
afterEach(async () => {
  const gone = new Promise((resolve) => attacker.once('exit', resolve));
  attacker.kill('SIGKILL');
  await gone;
  rmSync(root, { recursive: true });
});

test('a folder that is swapped for a link all the time never leads out', () => {
  const grants = { workspace: join(root, 'ws'), read: ['sub'], write: ['sub'], forbidden: [] };
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  const end = performance.now() + 3_000;
  for (let round = 0; performance.now() < end; round++) {
    const found = readGranted(grants, 'sub/f', 100);
    count(found.kind === 'read' ? `read ${Buffer.from(found.bytes)}` : found.code);
    const stage = stageWrite(grants, {
      asked: 'sub/f',
      bytes: Buffer.from('inside'),
      append: round % 2 === 0,
      stagingName: `.stage-${round}`,
    });
    const done = stage.kind === 'staged' ? stage.commit() : stage;
    count('kind' in done ? done.code : 'written');
  }
  expect(readFileSync(join(root, 'outside', 'f'), 'utf8')).toBe('outside');
  expect(readdirSync(join(root, 'outside'))).toEqual(['f']);
  expect(seen.has('read outside')).toBe(false);
  expect(seen.get('written')).toBeGreaterThan(10);
  // The attack is real: it was seen.
  expect(seen.get('io/outside-grant')).toBeGreaterThan(10);
});
