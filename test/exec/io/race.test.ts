import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
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
import { writeFileProvider } from '../../../src/exec/providers/io/write-file.ts';
import { contextWith } from '../provider-context.ts';

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

test('commands on files are not led out either', async () => {
  const grants = { workspace: join(root, 'ws'), read: ['sub'], write: ['sub'], forbidden: [] };
  const stagingName = () => `.stage-${randomBytes(8).toString('hex')}`;
  const provider = writeFileProvider({ grants, maxBytes: 1000, stagingName, random: randomBytes });
  const seen = new Map<string, number>();
  const lines = ['cp sub/f sub/g', 'mv sub/g sub/h', 'mkdir sub/x', 'touch sub/f', 'rm -rf sub/x sub/h'];
  const operations: Readonly<Record<string, string>> = {
    cp: 'copy',
    mv: 'move',
    mkdir: 'make-directory',
    touch: 'touch',
    rm: 'remove',
  };
  const end = performance.now() + 3_000;
  for (let round = 0; performance.now() < end; round++) {
    const [tool = '', ...args] = (lines[round % lines.length] ?? '').split(' ');
    const { status, code = status } = await provider.run({ operation: operations[tool] ?? '', args }, contextWith());
    seen.set(code, (seen.get(code) ?? 0) + 1);
  }
  expect(readFileSync(join(root, 'outside', 'f'), 'utf8')).toBe('outside');
  expect(readdirSync(join(root, 'outside'))).toEqual(['f']);
  expect(seen.get('done')).toBeGreaterThan(10);
  expect(seen.get('io/outside-grant')).toBeGreaterThan(10);
});
