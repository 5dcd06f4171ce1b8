import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ExecHome, execHome } from './exec-home.ts';

let at: ExecHome;

beforeEach(async () => {
  at = await execHome();
});

afterEach(() => at.close());

const launcher = fileURLToPath(new URL('../../bin/skillc.js', import.meta.url));
const value = 'tok_kept-in-the-keychain';

// Everything inside ends with the bus; the commands are those that a person types.
const script = `
set -e
printf 'password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
printf '%s' "$VALUE" | "$NODE" "$SKILLC" secret set DEMO_TOKEN --json
"$NODE" "$SKILLC" load "$SKILL" >/dev/null
"$NODE" "$SKILLC" approve demo --yes >/dev/null
"$NODE" "$SKILLC" execute demo.find >/dev/null
"$NODE" "$SKILLC" secret remove DEMO_TOKEN >/dev/null
if "$NODE" "$SKILLC" execute demo.find >/dev/null 2>&1; then exit 1; fi
`;

async function onOwnBus(): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const home = join(at.root, 'user');
  const runtime = join(at.root, 'runtime');
  for (const folder of [home, runtime]) mkdirSync(folder, { mode: 0o700 });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    SKILLC_HOME: at.home,
    NODE: process.execPath,
    SKILLC: launcher,
    SKILL: at.skill,
    VALUE: value,
  };
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', script], { env });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  return new Promise((done, fail) => child.on('error', fail).on('close', (code) => done({ code, ...said })));
}

test('a secret is kept in the keychain of a session bus, used from there, and removed', {
  timeout: 60_000,
}, async () => {
  const { code, out, err } = await onOwnBus();
  expect([code, err.includes(value)]).toEqual([0, false]);
  expect(JSON.parse(out)).toEqual({ name: 'DEMO_TOKEN', kept_in: 'keychain', skill: null, origin: null });
  expect(at.seen.map(({ authorization }) => authorization)).toEqual([`Bearer ${value}`]);
  const files = readdirSync(at.root, { recursive: true, encoding: 'utf8' }).map((name) => join(at.root, name));
  expect(files.filter((path) => statSync(path).isFile() && readFileSync(path).includes(value))).toEqual([]);
});
