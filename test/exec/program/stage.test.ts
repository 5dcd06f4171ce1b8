import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileGrants } from '../../../src/exec/providers/io/file-grants.ts';
import { changesOf, type Surveys } from '../../../src/exec/providers/program/stage/changes.ts';
import { commitChanges } from '../../../src/exec/providers/program/stage/commit.ts';
import { buildStage, type Stage } from '../../../src/exec/providers/program/stage/stage.ts';
import { survey } from '../../../src/exec/providers/program/stage/survey.ts';

let root: string;
let workspace: string;
let home: string;
let staged: Stage | undefined;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-stage-')));
  workspace = join(root, 'workspace');
  home = join(root, 'user');
  for (const folder of [workspace, home, join(root, 'skillc-home'), join(root, 'outside')]) mkdirSync(folder);
  write('outside/canary', 'canary');
});

afterEach(() => {
  staged?.close();
  staged = undefined;
  rmSync(root, { recursive: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function grants(read: readonly string[], writes: readonly string[] = []): FileGrants {
  return { workspace, home, read, write: writes, forbidden: [join(root, 'skillc-home')] };
}

const fixed = { places: { work: '/work', home: '/home/sandbox' }, cwd: '/work' };

function stage(given: FileGrants, bundle: { readonly [path: string]: string } = {}): Stage {
  const run = mkdtempSync(join(root, 'run-'));
  const files = Object.entries(bundle).map(
    ([path, text]) => [path, { bytes: Buffer.from(text), executable: false }] as const,
  );
  const made = buildStage({ ...fixed, root: run, grants: given, bundle: new Map(files), input: new Map() });
  if (made.kind === 'refused') throw new Error(`${made.code}: ${made.message}`);
  staged = made;
  return made;
}

/** Where a program that runs in the stage finds a path, as far as it is no mount of a folder of the host. */
function at(made: Stage, path: string): string {
  const tree = made.trees.find(({ inside }) => path.startsWith(`${inside}/`));
  return join(tree?.folder ?? '', path.slice(tree?.inside.length ?? 0));
}

function surveysOf({ trees }: Stage): Surveys {
  return new Map(trees.map((tree) => [tree, survey(tree.folder, 1_000) ?? new Map()]));
}

/** Lets `work` act as the program and puts what it did in place. */
function afterRun(given: FileGrants, made: Stage, work: () => void) {
  const before = surveysOf(made);
  work();
  const changes = changesOf(given, before, surveysOf(made));
  let count = 0;
  const committed = commitChanges(given, changes.granted, made.sources, () => `.staging-${count++}`);
  return { dropped: changes.dropped, odd: changes.odd, committed };
}

function inside(made: Stage): readonly string[] {
  return made.mounts.map(({ at: place, ...mount }) => `${place} ${'access' in mount ? mount.access : ''}`);
}

describe('what a program sees', () => {
  it('is the skill, granted files as copies and granted folders as they are', () => {
    write('workspace/data.csv', 'a,b');
    write('workspace/other.csv', 'not granted');
    write('workspace/docs/readme.md', 'docs');
    const made = stage(grants(['data.csv', 'docs', 'missing.txt']), { 'scripts/run.py': 'x', 'assets/t.html': 'y' });
    expect(inside(made)).toEqual([
      '/skill read',
      '/input read',
      '/output write',
      '/work read',
      '/home/sandbox write',
      '/work/docs read',
    ]);
    expect(readFileSync(at(made, '/work/data.csv'), 'utf8')).toBe('a,b');
    expect(existsSync(at(made, '/work/other.csv'))).toBe(false);
    expect(readlinkSync(at(made, '/work/scripts'))).toBe('/skill/scripts');
    expect(readlinkSync(at(made, '/work/assets'))).toBe('/skill/assets');
    expect(made.mounts.find(({ at: place }) => place === '/work/docs')).toMatchObject({
      host: join(workspace, 'docs'),
    });
  });

  it('of the workspace comes before a file of the skill of the same name', () => {
    write('workspace/config.json', 'of the workspace');
    const made = stage(grants(['config.json']), { 'config.json': 'of the skill', 'data/x': '1' });
    expect(readFileSync(at(made, '/work/config.json'), 'utf8')).toBe('of the workspace');
    expect(readlinkSync(at(made, '/work/data'))).toBe('/skill/data');
  });

  it('is the whole workspace, entry by entry, beside the files of the skill', () => {
    write('workspace/a/b.txt', '1');
    write('workspace/c.txt', '2');
    const made = stage(grants(['.']), { 'SKILL.md': '', 'a/own.txt': '' });
    expect(readFileSync(at(made, '/work/c.txt'), 'utf8')).toBe('2');
    expect(readlinkSync(at(made, '/work/SKILL.md'))).toBe('/skill/SKILL.md');
    expect(made.mounts.find(({ at: place }) => place === '/work/a')).toMatchObject({ host: join(workspace, 'a') });
  });

  it('is what stars match, and nothing beside it', () => {
    write('workspace/in/a.csv', '1');
    write('workspace/in/b.csv', '2');
    write('workspace/in/c.txt', '3');
    const made = stage(grants(['in/*.csv', '~/*.toml']));
    expect(['a.csv', 'b.csv', 'c.txt'].map((name) => existsSync(at(made, `/work/in/${name}`)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of the home and of other places stands where it is asked for', () => {
    write('user/.config/tool.toml', 'x');
    write('outside/data.bin', 'y');
    const made = stage(grants(['~/.config/tool.toml', join(root, 'outside/data.bin')]));
    expect(readFileSync(at(made, '/home/sandbox/.config/tool.toml'), 'utf8')).toBe('x');
    expect(made.mounts.some(({ at: place }) => place === join(root, 'outside/data.bin'))).toBe(true);
  });

  it.each([
    '/proc/self/environ',
    '/dev/null',
    '/sys/kernel',
    '/skill/x',
    '/work/x',
    '/output',
    '/input',
    '/',
    '..',
    '../outside/canary',
  ])('is never the host’s %s', (path) => {
    const plain = inside(stage(grants([])));
    staged?.close();
    expect(inside(stage(grants([path])))).toEqual(plain);
  });

  it('is nothing of the home of skillc', () => {
    write('skillc-home/keys/signing.pem', 'key');
    const given = { ...grants(['skillc-home']), workspace: root };
    const run = mkdtempSync(join(root, 'run-'));
    expect(buildStage({ ...fixed, root: run, grants: given, bundle: new Map(), input: new Map() })).toMatchObject({
      kind: 'refused',
      code: 'io/forbidden',
    });
  });

  it('is nothing behind a link that leaves the grant', () => {
    symlinkSync(join(root, 'outside/canary'), join(workspace, 'notes.md'));
    symlinkSync('data.csv', join(workspace, 'inside.csv'));
    write('workspace/data.csv', 'data');
    const run = mkdtempSync(join(root, 'run-'));
    expect(
      buildStage({ ...fixed, root: run, grants: grants(['notes.md']), bundle: new Map(), input: new Map() }),
    ).toMatchObject({
      kind: 'refused',
      code: 'io/outside-grant',
    });
    const made = stage(grants(['.']));
    expect(existsSync(at(made, '/work/notes.md'))).toBe(false);
    expect(readFileSync(at(made, '/work/inside.csv'), 'utf8')).toBe('data');
  });

  it('keeps links inside a copied folder as links', () => {
    write('workspace/out/a.txt', '1');
    symlinkSync('/etc/passwd', join(workspace, 'out/away'));
    const made = stage(grants([], ['out']));
    expect(readlinkSync(at(made, '/work/out/away'))).toBe('/etc/passwd');
  });

  it('is noticed when a mounted folder is put in the place of another', () => {
    write('workspace/docs/readme.md', 'docs');
    const made = stage(grants(['docs']));
    expect(made.isUnmoved()).toBe(true);
    renameSync(join(workspace, 'docs'), join(workspace, 'gone'));
    symlinkSync(join(root, 'outside'), join(workspace, 'docs'));
    expect(made.isUnmoved()).toBe(false);
  });
});

describe('what a program writes', () => {
  it('is put in place where it was granted', () => {
    write('workspace/log.txt', 'one\n');
    const given = grants([], ['out.json', 'log.txt']);
    const made = stage(given);
    expect(inside(made)).toContain('/work write');
    const { committed, dropped } = afterRun(given, made, () => {
      writeFileSync(at(made, '/work/out.json'), '{}');
      writeFileSync(at(made, '/work/log.txt'), 'one\ntwo\n');
    });
    expect(committed).toEqual({
      kind: 'committed',
      written: [
        { path: join(workspace, 'log.txt'), bytes: 8, how: 'replaced' },
        { path: join(workspace, 'out.json'), bytes: 2, how: 'created' },
      ],
    });
    expect(dropped).toEqual([]);
    expect(readFileSync(join(workspace, 'log.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(readFileSync(join(workspace, 'out.json'), 'utf8')).toBe('{}');
  });

  it('elsewhere stays in the run, and is named', () => {
    write('workspace/data.csv', 'a');
    const given = grants(['data.csv'], ['out.json']);
    const made = stage(given, { 'scripts/x.py': '' });
    const { committed, dropped } = afterRun(given, made, () => {
      writeFileSync(at(made, '/work/out.json'), '{}');
      writeFileSync(at(made, '/work/data.csv'), 'changed');
      writeFileSync(at(made, '/work/extra.txt'), 'x');
      writeFileSync(at(made, '/home/sandbox/.cache'), 'x');
      rmSync(at(made, '/work/scripts'));
    });
    expect(committed).toMatchObject({ kind: 'committed', written: [{ path: join(workspace, 'out.json') }] });
    expect(dropped).toEqual(['data.csv', 'extra.txt']);
    expect(readFileSync(join(workspace, 'data.csv'), 'utf8')).toBe('a');
    expect(existsSync(join(workspace, 'extra.txt'))).toBe(false);
  });

  it('without any grant has no place in the workspace', () => {
    expect(inside(stage(grants(['.'])))).toContain('/work read');
  });

  it('into new folders makes them', () => {
    const given = grants([], ['reports/2024/a.json', 'all/**']);
    const made = stage(given);
    const { committed } = afterRun(given, made, () => {
      mkdirSync(at(made, '/work/reports/2024'), { recursive: true });
      writeFileSync(at(made, '/work/reports/2024/a.json'), '1');
      mkdirSync(at(made, '/work/all/empty'), { recursive: true });
      writeFileSync(at(made, '/work/all/b.sh'), '#!/bin/sh');
      chmodSync(at(made, '/work/all/b.sh'), 0o755);
    });
    expect(committed).toMatchObject({ kind: 'committed' });
    expect(readFileSync(join(workspace, 'reports/2024/a.json'), 'utf8')).toBe('1');
    expect(lstatSync(join(workspace, 'all/empty')).isDirectory()).toBe(true);
    expect(lstatSync(join(workspace, 'all/b.sh')).mode & 0o100).toBe(0o100);
  });

  it('in a granted folder may take files away', () => {
    write('workspace/cache/a/x.bin', '1');
    write('workspace/cache/keep.bin', '2');
    const given = grants([], ['cache']);
    const made = stage(given);
    const { committed } = afterRun(given, made, () => rmSync(at(made, '/work/cache/a'), { recursive: true }));
    expect(committed).toEqual({
      kind: 'committed',
      written: [
        { path: 'cache/a/x.bin', bytes: 0, how: 'removed' },
        { path: 'cache/a', bytes: 0, how: 'removed' },
      ],
    });
    expect(existsSync(join(workspace, 'cache/a'))).toBe(false);
    expect(readFileSync(join(workspace, 'cache/keep.bin'), 'utf8')).toBe('2');
  });

  it('over a file of the skill starts from it and goes to the workspace', () => {
    const given = grants([], ['data/state.json']);
    const made = stage(given, { 'data/state.json': '{"n":1}', 'data/other.json': '{}' });
    expect(readFileSync(at(made, '/work/data/state.json'), 'utf8')).toBe('{"n":1}');
    expect(readlinkSync(at(made, '/work/data/other.json'))).toBe('/skill/data/other.json');
    afterRun(given, made, () => writeFileSync(at(made, '/work/data/state.json'), '{"n":2}'));
    expect(readFileSync(join(workspace, 'data/state.json'), 'utf8')).toBe('{"n":2}');
  });

  it('to places of the machine goes there only when granted', () => {
    const file = join(root, 'outside/report.txt');
    const given = grants([], [file]);
    const made = stage(given);
    const { committed } = afterRun(given, made, () => {
      writeFileSync(at(made, file), 'report');
      writeFileSync(at(made, join(root, 'outside/canary')), 'changed');
    });
    expect(committed).toMatchObject({ written: [{ path: file, how: 'created' }] });
    expect(readFileSync(join(root, 'outside/canary'), 'utf8')).toBe('canary');
  });

  it.each(['/etc/skillc-test', '/usr/local/bin/tool', '/toplevel'])('never goes to %s', (path) => {
    const run = mkdtempSync(join(root, 'run-'));
    expect(
      buildStage({ ...fixed, root: run, grants: grants([], [path]), bundle: new Map(), input: new Map() }),
    ).toMatchObject({
      kind: 'refused',
      code: 'io/system-place',
    });
  });

  it('is never a link, and then nothing of it is kept', () => {
    const given = grants([], ['out']);
    mkdirSync(join(workspace, 'out'));
    const made = stage(given);
    const before = surveysOf(made);
    writeFileSync(at(made, '/work/out/a.txt'), '1');
    symlinkSync(join(root, 'outside/canary'), at(made, '/work/out/link'));
    expect(changesOf(given, before, surveysOf(made)).odd).toEqual(['out/link']);
  });

  it('through a folder that was swapped for a link goes nowhere', () => {
    const given = grants([], ['out']);
    mkdirSync(join(workspace, 'out'));
    const made = stage(given);
    const { committed } = afterRun(given, made, () => {
      writeFileSync(at(made, '/work/out/canary'), 'changed');
      rmSync(join(workspace, 'out'), { recursive: true });
      symlinkSync(join(root, 'outside'), join(workspace, 'out'));
    });
    expect(committed).toMatchObject({ kind: 'refused', code: 'io/outside-grant' });
    expect(readFileSync(join(root, 'outside/canary'), 'utf8')).toBe('canary');
  });

  it('does not undo what someone else wrote meanwhile', () => {
    write('workspace/notes.md', 'mine\n');
    const given = grants([], ['notes.md', 'new.md']);
    const made = stage(given);
    const { committed } = afterRun(given, made, () => {
      writeFileSync(at(made, '/work/notes.md'), 'its own\n');
      write('workspace/notes.md', 'mine\nand more\n');
    });
    expect(committed).toMatchObject({ kind: 'refused', code: 'io/changed-meanwhile', written: [] });
    expect(readFileSync(join(workspace, 'notes.md'), 'utf8')).toBe('mine\nand more\n');
  });

  it('leaves out second names of what nothing reaches, and no others', () => {
    write('skillc-home/keys/signing.pem', 'key');
    write('workspace/docs/mine', 'mine');
    linkSync(join(root, 'skillc-home/keys/signing.pem'), join(workspace, 'docs/key'));
    linkSync(join(workspace, 'docs/mine'), join(workspace, 'docs/again'));
    const made = stage(grants([], ['docs']));
    expect(['mine', 'again', 'key'].map((name) => existsSync(at(made, `/work/docs/${name}`)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('to a hard link leaves the other name alone', () => {
    write('workspace/notes.md', 'mine\n');
    linkSync(join(workspace, 'notes.md'), join(root, 'outside/second-name'));
    const given = grants([], ['notes.md']);
    const made = stage(given);
    afterRun(given, made, () => writeFileSync(at(made, '/work/notes.md'), 'new\n'));
    expect(readFileSync(join(workspace, 'notes.md'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(root, 'outside/second-name'), 'utf8')).toBe('mine\n');
  });
});
