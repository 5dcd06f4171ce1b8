import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findApprovals } from '../../../src/host/approvals.ts';
import { installPackages } from '../../../src/host/install-packages.ts';
import { type Api, api, authority } from '../egress/run.ts';
import { openTestHost, type TestHost } from '../market/test-host.ts';
import { integrity, sha256, tarball, wheel } from './archives.ts';

const folder = mkdtempSync(join(tmpdir(), 'skillc-install-'));
const greeting = wheel(
  'demo_greeting',
  '1.2.0',
  { 'demo_greeting.py': 'import demo_base\nword = demo_base.word\n' },
  {
    'entry_points.txt': '[console_scripts]\ndemo-greet = demo_greeting:main\n',
    METADATA: 'Metadata-Version: 2.1\nName: demo-greeting\nVersion: 1.2.0\nRequires-Dist: demo-base>=1\n',
  },
);
const newer = wheel('demo_greeting', '2.0.0', { 'demo_greeting.py': 'word = "newer"\n' });
const base = wheel('demo_base', '1.0.0', { 'demo_base.py': 'word = "hello"\n' });
const tool = wheel(
  'demo_tool',
  '3.1.0',
  { 'demo_tool.py': 'import sys\ndef main():\n    print("tool", *sys.argv[1:])\n' },
  { 'entry_points.txt': '[console_scripts]\ndemo-tool = demo_tool:main\n' },
);
const wheels = new Map([
  ['demo_tool-3.1.0-py3-none-any.whl', tool],
  ['demo_greeting-1.2.0-py3-none-any.whl', greeting],
  ['demo_greeting-2.0.0-py3-none-any.whl', newer],
  ['demo_base-1.0.0-py3-none-any.whl', base],
]);
const cli = tarball({
  'package.json': JSON.stringify({
    name: 'demo-cli',
    version: '1.0.0',
    bin: { 'demo-cli': 'cli.js' },
    dependencies: { 'demo-lib': '^1.0.0' },
    scripts: { postinstall: "node -e \"require('fs').writeFileSync('ran', '1')\"" },
  }),
  'cli.js': '#!/usr/bin/env node\nconsole.log("cli", require("demo-lib"), process.argv.slice(2).join(" "));\n',
});
const lib = tarball({
  'package.json': JSON.stringify({ name: 'demo-lib', version: '1.4.0' }),
  'index.js': 'module.exports = "lib";\n',
});
const modules = new Map([
  [
    'demo-cli',
    {
      version: '1.0.0',
      bytes: cli,
      dependencies: { 'demo-lib': '^1.0.0' } as object,
      bin: { 'demo-cli': 'cli.js' } as object,
    },
  ],
  ['demo-lib', { version: '1.4.0', bytes: lib, dependencies: {}, bin: {} }],
]);

let index: Api;
let elsewhere: Api;
let skillc: TestHost;

beforeAll(() => writeFileSync(join(folder, 'ca.pem'), authority));
afterAll(() => rmSync(folder, { recursive: true }));

/** A simple index of Python packages and a registry of npm's, in one. */
function serve(path: string, origin: string): { readonly type: string; readonly body: string | Buffer } | undefined {
  const project = /^\/simple\/([\w-]+)\/$/.exec(path)?.[1];
  if (project !== undefined) {
    const links = [...wheels].filter(([name]) => name.startsWith(`${project.replaceAll('-', '_')}-`));
    const body = links
      .map(([name, bytes]) => `<a href="/files/${name}#sha256=${sha256(bytes)}">${name}</a>`)
      .join('\n');
    return links.length === 0 ? undefined : { type: 'text/html', body };
  }
  const file = wheels.get(path.replace('/files/', ''));
  if (file !== undefined) return { type: 'application/octet-stream', body: file };
  const tar = modules.get(/^\/npm\/-\/([\w-]+)\.tgz$/.exec(path)?.[1] ?? '');
  if (tar !== undefined) return { type: 'application/octet-stream', body: tar.bytes };
  const name = /^\/npm\/([\w-]+)$/.exec(path)?.[1] ?? '';
  const found = modules.get(name);
  if (found === undefined) return undefined;
  const { version, bytes, dependencies, bin } = found;
  const dist = { tarball: `${origin}/npm/-/${name}.tgz`, integrity: integrity(bytes) };
  const versions = { [version]: { name, version, dependencies, bin, hasInstallScript: true, dist } };
  return { type: 'application/json', body: JSON.stringify({ name, 'dist-tags': { latest: version }, versions }) };
}

beforeEach(async () => {
  index = await api(({ url }, response) => {
    const found = serve(decodeURIComponent(url), index.origin);
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader('content-type', found?.type ?? 'text/plain');
    response.end(found?.body ?? 'not found');
  });
  elsewhere = await api();
  skillc = await openTestHost({ config: config() });
});

afterEach(() => Promise.all([skillc.close(), index.close(), elsewhere.close()]));

function config(
  packages = `packages: {python_index: ${index.origin}/simple/, npm_registry: ${index.origin}/npm/}`,
): string {
  return `secrets: {store: age-file}\ntls: {authorities: [${join(folder, 'ca.pem')}]}\n${packages}\n`;
}

async function load(commands: { readonly [name: string]: string }, files: { readonly [path: string]: string } = {}) {
  const directory = skillc.write('report', commands);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  await skillc.load(directory);
}

const install = () => installPackages(skillc.host, { skill: 'report', actor: 'agent', session: 'default' });

/** A person's yes to the installation that waits. */
async function approveInstall(): Promise<void> {
  const asked = await install();
  const id = asked.kind === 'outcome' && asked.outcome.outcome === 'waiting' ? asked.outcome.approval_id : undefined;
  if (id === undefined) throw new Error(JSON.stringify(asked));
  expect(await skillc.approveAll(id, { scope: 'always' })).toEqual([id]);
}

describe('Python packages', () => {
  const files = { 'scripts/x.py': 'import demo_greeting, sys\nprint(demo_greeting.word, sys.prefix)\n' };
  const commands = { Greet: 'uv run --with demo-greeting==1.2.0 scripts/x.py' };

  test('are installed by a step of their own, and then only read', async () => {
    await load(commands, files);
    expect(await skillc.ask('report.greet')).toMatchObject({
      outcome: 'waiting',
      reason: {
        code: 'environment/missing',
        message: '`demo-greeting==1.2.0` must be installed first',
        remedy: 'skillc install report',
      },
    });
    expect(index.seen).toEqual([]);
    const asked = await install();
    expect(asked).toMatchObject({
      outcome: {
        outcome: 'waiting',
        reason: { code: 'approval/needed', message: `installs \`demo-greeting==1.2.0\` from ${index.origin}/simple/` },
      },
    });
    expect(index.seen).toEqual([]);
    await approveInstall();
    expect(await install()).toMatchObject({
      outcome: {
        outcome: 'done',
        result: {
          index: `${index.origin}/simple/`,
          installed: [
            { name: 'demo_base', version: '1.0.0' },
            { name: 'demo_greeting', version: '1.2.0' },
          ],
        },
      },
    });
    const paths = new Set(index.seen.map(({ method, url }) => `${method} ${url}`));
    expect(paths).toContain('GET /simple/demo-greeting/');
    expect([...paths].every((path) => /^(?:GET|HEAD) \/(?:simple|files)\//.test(path))).toBe(true);
    expect(await install()).toEqual({ kind: 'nothing' });
    await skillc.approveAll('report', { scope: 'always' });
    expect(await skillc.ask('report.greet')).toMatchObject({ outcome: 'done', result: 'hello /env\n' });
  });

  test('that were changed since are not run', async () => {
    await load(commands, files);
    await approveInstall();
    await install();
    await skillc.approveAll('report', { scope: 'always' });
    const [environment = ''] = readdirSync(join(skillc.home, 'environments'));
    const lib = join(skillc.home, 'environments', environment, 'files/lib');
    const at = join(lib, readdirSync(lib)[0] ?? '', 'site-packages/demo_base.py');
    const record = join(skillc.home, 'environments', environment, 'environment.json');
    rmSync(at);
    writeFileSync(at, 'word = "evil"\n');
    expect(await skillc.ask('report.greet')).toMatchObject({
      outcome: 'waiting',
      reason: { code: 'environment/changed' },
    });
    // Times alone are no change.
    rmSync(at);
    writeFileSync(at, 'word = "hello"\n', { mode: 0o444 });
    expect(await skillc.ask('report.greet')).toMatchObject({ outcome: 'done' });
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({
      ecosystem: 'pypi',
      packages: ['demo-greeting==1.2.0'],
    });
  });

  test('are asked about anew when their content is another', async () => {
    await load({ Greet: 'uv run --with demo-greeting scripts/x.py' }, files);
    await approveInstall();
    await install();
    await skillc.approveAll('report', { scope: 'always' });
    expect(await skillc.ask('report.greet')).toMatchObject({ outcome: 'done', result: 'newer /env\n' });
    const [environment = ''] = readdirSync(join(skillc.home, 'environments'));
    rmSync(join(skillc.home, 'environments', environment), { recursive: true });
    wheels.set(
      'demo_greeting-3.0.0-py3-none-any.whl',
      wheel('demo_greeting', '3.0.0', { 'demo_greeting.py': 'word = "newest"\n' }),
    );
    try {
      await install();
    } finally {
      wheels.delete('demo_greeting-3.0.0-py3-none-any.whl');
    }
    expect(await skillc.ask('report.greet')).toMatchObject({ outcome: 'waiting', reason: { code: 'approval/needed' } });
  });

  test('without one version are named as such', async () => {
    await load({ Greet: 'uv run --with demo-greeting scripts/x.py' }, files);
    expect(await install()).toMatchObject({
      outcome: {
        reason: {
          message: `installs \`demo-greeting\` from ${index.origin}/simple/; not bound to one version: \`demo-greeting\``,
        },
      },
    });
  });

  test('with hashes are those files and no others', async () => {
    const list = (hash: string) => `demo-base==1.0.0 \\\n    --hash=sha256:${hash}\n`;
    const script = { 'scripts/y.py': 'import demo_base\nprint(demo_base.word)\n' };
    const commands = { Greet: 'python3 scripts/y.py' };
    await load(commands, { ...script, 'requirements.txt': list('0'.repeat(64)) });
    await approveInstall();
    expect(await install()).toMatchObject({
      outcome: { outcome: 'failed', reason: { code: 'package/not-installed' } },
    });
    await load(commands, { ...script, 'requirements.txt': list(sha256(base)) });
    await approveInstall();
    expect(await install()).toMatchObject({ outcome: { outcome: 'done' } });
    await skillc.approveAll('report', { scope: 'always' });
    expect(await skillc.ask('report.greet')).toMatchObject({ outcome: 'done', result: 'hello\n' });
  });

  test('that an index does not have leave nothing behind', async () => {
    await load({ Greet: 'uv run --with not-there==1.0 scripts/x.py' }, files);
    await approveInstall();
    expect(await install()).toMatchObject({
      outcome: {
        outcome: 'failed',
        reason: { code: 'package/not-installed', message: expect.stringContaining('not-there') },
      },
    });
    expect(readdirSync(join(skillc.home, 'environments'))).toEqual([]);
  });

  test('are wheels: code that must be built is not fetched', async () => {
    wheels.set('demo_source-1.0.0.tar.gz', Buffer.from('x'));
    try {
      await load({ Greet: 'uv run --with demo-source==1.0.0 scripts/x.py' }, files);
      await approveInstall();
      expect(await install()).toMatchObject({
        outcome: { outcome: 'failed', reason: { code: 'package/not-installed' } },
      });
      expect(index.seen.some(({ url }) => url.endsWith('.tar.gz'))).toBe(false);
    } finally {
      wheels.delete('demo_source-1.0.0.tar.gz');
    }
  });

  test('come from the index and from nowhere else', async () => {
    const away = `<a href="${elsewhere.origin}/demo_away-1.0.0-py3-none-any.whl">demo_away-1.0.0-py3-none-any.whl</a>`;
    const other = await api((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(away);
    });
    writeFileSync(join(skillc.home, 'config.yaml'), config(`packages: {python_index: ${other.origin}/simple/}`));
    await skillc.reopen();
    await load({ Greet: 'uv run --with demo-away==1.0.0 scripts/x.py' }, files);
    await approveInstall();
    expect(await install()).toMatchObject({ outcome: { outcome: expect.not.stringMatching('done') } });
    expect(elsewhere.seen).toEqual([]);
    await other.close();
  });

  test('are not installed without an index', async () => {
    writeFileSync(join(skillc.home, 'config.yaml'), config(''));
    await skillc.reopen();
    await load(commands, files);
    expect(await install()).toMatchObject({
      outcome: {
        outcome: 'denied',
        reason: { code: 'package/no-index', remedy: 'set `packages: {python_index: https://…}` in config.yaml' },
      },
    });
  });

  test('are never an address', async () => {
    await load({ Greet: 'uv run --with "demo @ https://example.com/x.whl" scripts/x.py' }, files);
    expect(await install()).toMatchObject({ outcome: { outcome: 'denied', reason: { code: 'package/unreadable' } } });
    expect((await findApprovals(skillc.host, 'report')).every(({ subject }) => subject.operation !== 'install')).toBe(
      true,
    );
  });
});

describe('npm packages', () => {
  test('are installed without running anything of theirs', async () => {
    await load({ Hello: 'npx demo-cli@1.0.0 a b' });
    await approveInstall();
    expect(await install()).toMatchObject({
      outcome: {
        outcome: 'done',
        result: {
          installed: [
            { name: 'demo-cli', version: '1.0.0' },
            { name: 'demo-lib', version: '1.4.0' },
          ],
        },
      },
    });
    const [environment = ''] = readdirSync(join(skillc.home, 'environments'));
    const at = join(skillc.home, 'environments', environment, 'files/node_modules/demo-cli');
    expect([existsSync(join(at, 'cli.js')), existsSync(join(at, 'ran'))]).toEqual([true, false]);
    await skillc.approveAll('report', { scope: 'always' });
    expect(await skillc.ask('report.hello')).toMatchObject({ outcome: 'done', result: 'cli lib a b\n' });
  });
});

describe('packages that the metadata says bring a program', () => {
  async function loadDeclared(install: readonly object[], commands: { readonly [name: string]: string }) {
    const path = join(skillc.write('report', commands), 'SKILL.md');
    const metadata = JSON.stringify({ openclaw: { emoji: '🔧', install } });
    writeFileSync(path, readFileSync(path, 'utf8').replace('\n---\n', `\nmetadata: ${metadata}\n---\n`));
    await skillc.load(dirname(path));
  }

  test.each([
    ['uv', 'demo-tool', 'demo-tool==3.1.0', 'tool a b\n'],
    ['node', 'demo-cli', 'demo-cli@1.0.0', 'cli lib a b\n'],
  ])('are installed by the approved step: %s', async (kind, program, text, result) => {
    const other = { id: 'brew', kind: 'brew', formula: program, bins: [program] };
    await loadDeclared([{ id: 'own', kind, package: text, bins: [program] }, other], { Speak: `${program} a b` });
    expect(await skillc.ask('report.speak')).toMatchObject({
      outcome: 'waiting',
      reason: { code: 'environment/missing', message: `\`${text}\` must be installed first` },
    });
    expect(index.seen).toEqual([]);
    await approveInstall();
    expect(await install()).toMatchObject({ outcome: { outcome: 'done' } });
    await skillc.approveAll('report', { scope: 'always' });
    expect(await skillc.ask('report.speak')).toMatchObject({ outcome: 'done', result });
  });

  test('are not needed where the machine has the program, nor by operations that do not start it', async () => {
    const declared = [{ id: 'own', kind: 'uv', package: 'demo-tool==3.1.0', bins: ['strace', 'demo-tool'] }];
    await loadDeclared(declared, { Trace: 'strace -V', Count: 'python3 -c "print(2)"' });
    expect(await install()).toEqual({ kind: 'nothing' });
    await skillc.approveAll('report', { scope: 'always' });
    expect(await skillc.ask('report.trace')).toMatchObject({ outcome: 'done' });
    expect(await skillc.ask('report.count')).toMatchObject({ outcome: 'done', result: 2 });
    expect(index.seen).toEqual([]);
  });
});
