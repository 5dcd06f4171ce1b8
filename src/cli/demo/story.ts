import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { run } from '../main.ts';
import { processPrompts } from '../prompts.ts';
import type { Terminal } from '../terminal.ts';
import { type NotesServer, startNotes } from './notes-server.ts';

/** The whole story on loopback, with the commands a person would type, in a home that is thrown away. Tells whether each part of it held. */
export async function tellStory(out: (text: string) => void): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'skillc-demo-'));
  const token = `tok_${randomBytes(12).toString('hex')}`;
  const server = await startNotes(token);
  try {
    const story = new Story(folder, token, server, out);
    await story.tell();
    return story.holds;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Story {
  holds = true;
  readonly #folder: string;
  readonly #token: string;
  readonly #server: NotesServer;
  readonly #out: (text: string) => void;
  readonly #shown: string[] = [];

  constructor(folder: string, token: string, server: NotesServer, out: (text: string) => void) {
    this.#folder = folder;
    this.#token = token;
    this.#server = server;
    this.#out = out;
  }

  async tell(): Promise<void> {
    const token = this.#token;
    const url = `${this.#server.origin}/skill.md`;
    this.#say('A skill lies on a server of this machine. Loading from there asks first.');
    const refused = await this.#skillc(['load', url], 4);
    await this.#skillc(['approve', idIn(refused), '--scope', 'once', '--yes'], 0);
    await this.#skillc(['load', url], 0);

    this.#say('Its one operation sends a token. There is none yet, and nobody has agreed.');
    await this.#skillc(['secret', 'set', 'NOTES_TOKEN'], 0, token);
    const waiting = await this.#skillc(['execute', 'notes', 'search'], 4);
    this.#check(
      'the service has seen no search',
      this.#server.requests.every(({ url }) => url === '/skill.md'),
    );

    this.#say('A person reads what it would touch, and says yes for this session.');
    await this.#skillc(['approve', idIn(waiting), '--scope', 'session', '--yes'], 0);
    await this.#skillc(['execute', 'notes.search', '--q', 'wind'], 0);
    const search = this.#server.requests.find(({ url }) => url === '/v1/search?q=wind');
    this.#check('the service got the token', search?.authorization === `Bearer ${token}`);
    this.#check('the token is in nothing that was printed', !this.#shown.join('').includes(token));
    this.#check(
      'the token is in no file of the home but the encrypted one',
      filesWith(this.#folder, token).length === 0,
    );

    this.#say('Everything is on record, and the record can be checked.');
    const log = await this.#skillc(['log'], 0);
    await this.#skillc(['why', callIn(log)], 0);
    await this.#skillc(['log', 'verify'], 0);

    this.#say('Somebody changes one byte of it.');
    changeOneByte(join(this.#folder, 'home'));
    await this.#skillc(['log', 'verify'], 1);
  }

  #say(text: string): void {
    this.#out(`\n— ${text}\n`);
  }

  #check(what: string, holds: boolean): void {
    this.#out(`  ${holds ? '✓' : '✗'} ${what}\n`);
    if (!holds) this.holds = false;
  }

  /**
   * Runs one command line as a person would, shows it with what it prints, and insists on its exit code. Each opens the home anew, as a
   * process of its own would; one process for all is what a story of a few seconds has time for.
   */
  async #skillc(args: readonly string[], expected: number, stdin = ''): Promise<string> {
    this.#out(`\n$ skillc ${args.join(' ')}${stdin === '' ? '' : '   (value on standard input)'}\n`);
    let output = '';
    const print = (text: string): void => {
      output += text;
    };
    const code = await run(args, { ...this.#terminal(stdin), out: async (text) => print(text), err: print });
    this.#shown.push(output);
    this.#out(output.replace(/^(?=.)/gm, '  '));
    if (code !== expected) {
      this.holds = false;
      this.#out(`  ✗ exit code ${code}, expected ${expected}\n`);
    } else if (code !== 0) this.#out(`  exit code ${code}\n`);
    return output;
  }

  /** Nobody sits at it: what has to be asked waits. */
  #terminal(stdin: string): Omit<Terminal, 'out' | 'err'> {
    return {
      env: {
        PATH: process.env.PATH,
        HOME: this.#folder,
        SKILLC_HOME: join(this.#folder, 'home'),
        SKILLC_SESSION: 'demo',
      },
      stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
      stdinIsTerminal: false,
      outIsTerminal: false,
      errIsTerminal: false,
      prompts: processPrompts(),
      onInterrupt: () => () => {},
    };
  }
}

function idIn(text: string): string {
  return /apr_[0-9a-f]+/.exec(text)?.[0] ?? 'apr_none';
}

/** The last call that ended well. */
function callIn(text: string): string {
  return text.match(/call_[0-9a-f]+/g)?.at(-1) ?? 'call_none';
}

/** Every file of the home and of its second place, byte by byte. */
function filesWith(folder: string, canary: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(canary));
}

function changeOneByte(home: string): void {
  const database = new DatabaseSync(join(home, 'ledger.db'));
  database.exec(
    'UPDATE record SET text = replace(text, \'"actor":"agent"\', \'"actor":"Agent"\') WHERE seq = (SELECT max(seq) FROM record WHERE text LIKE \'%"kind":"call-intent"%\')',
  );
  database.close();
}
