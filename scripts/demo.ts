import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { startNotes } from './demo/notes-server.ts';

// The whole story on loopback, with the commands a person would type, in a home that is thrown away.

const launcher = fileURLToPath(new URL('../bin/skillc.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'skillc-demo-'));
const home = join(folder, 'home');
const token = `tok_${randomBytes(12).toString('hex')}`;
const server = await startNotes(token);
const shown: string[] = [];
let failed = false;

try {
  await story();
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

async function story(): Promise<void> {
  const url = `${server.origin}/skill.md`;
  say('A skill lies on a server of this machine. Loading from there asks first.');
  const refused = await skillc(['load', url], 4);
  await skillc(['approve', idIn(refused), '--scope', 'once', '--yes'], 0);
  await skillc(['load', url], 0);

  say('Its one operation sends a token. There is none yet, and nobody has agreed.');
  await skillc(['secret', 'set', 'NOTES_TOKEN'], 0, token);
  const waiting = await skillc(['execute', 'notes', 'search'], 4);
  check(
    'the service has seen no search',
    server.requests.every(({ url }) => url === '/skill.md'),
  );

  say('A person reads what it would touch, and says yes for this session.');
  await skillc(['approve', idIn(waiting), '--scope', 'session', '--yes'], 0);
  await skillc(['execute', 'notes.search', '--q', 'wind'], 0);
  const search = server.requests.find(({ url }) => url === '/v1/search?q=wind');
  check('the service got the token', search?.authorization === `Bearer ${token}`);
  check('the token is in nothing that was printed', !shown.join('').includes(token));
  check('the token is in no file of the home but the encrypted one', filesWith(token).length === 0);

  say('Everything is on record, and the record can be checked.');
  const log = await skillc(['log'], 0);
  await skillc(['why', callIn(log)], 0);
  await skillc(['log', 'verify'], 0);

  say('Somebody changes one byte of it.');
  changeOneByte();
  await skillc(['log', 'verify'], 1);
}

function say(text: string): void {
  process.stdout.write(`\n— ${text}\n`);
}

function check(what: string, holds: boolean): void {
  process.stdout.write(`  ${holds ? '✓' : '✗'} ${what}\n`);
  if (!holds) failed = true;
}

/** Runs one command as a person would, shows it with what it prints, and insists on its exit code. */
async function skillc(args: readonly string[], expected: number, stdin = ''): Promise<string> {
  process.stdout.write(`\n$ skillc ${args.join(' ')}${stdin === '' ? '' : '   (value on standard input)'}\n`);
  const child = spawn(process.execPath, [launcher, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, SKILLC_HOME: home, SKILLC_SESSION: 'demo' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(stdin);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)));
  shown.push(output);
  process.stdout.write(output.replace(/^(?=.)/gm, '  '));
  if (code !== expected) {
    failed = true;
    process.stdout.write(`  ✗ exit code ${code}, expected ${expected}\n`);
  } else if (code !== 0) process.stdout.write(`  exit code ${code}\n`);
  return output;
}

function idIn(text: string): string {
  return /apr_[0-9a-f]+/.exec(text)?.[0] ?? 'apr_none';
}

/** The last call that ended well. */
function callIn(text: string): string {
  return text.match(/call_[0-9a-f]+/g)?.at(-1) ?? 'call_none';
}

/** Every file of the home and of its second place, byte by byte. */
function filesWith(canary: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(canary));
}

function changeOneByte(): void {
  const database = new DatabaseSync(join(home, 'ledger.db'));
  database.exec(
    'UPDATE record SET text = replace(text, \'"actor":"agent"\', \'"actor":"Agent"\') WHERE seq = (SELECT max(seq) FROM record WHERE text LIKE \'%"kind":"call-intent"%\')',
  );
  database.close();
}
