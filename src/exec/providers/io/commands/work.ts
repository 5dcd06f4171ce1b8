import { closeSync, fstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Json } from '../../../../ir/json.ts';
import type { ProviderContext } from '../../../provider.ts';
import { type OptionTable, type ReadOptions, readOptions } from '../../text/options.ts';
import { type Access, type FileGrants, type FileRefusal, refusal } from '../file-grants.ts';
import { forbiddenPlace, identities, identity } from '../forbidden.ts';
import { codeOf } from '../system-error.ts';
import { type Place, tryOpen, type WalkOptions, walk } from '../walk.ts';
import type { WriteHost } from '../write-file.ts';

/** Ends a command at once: it asks for what it may not have, or its time is over. */
export class Halt extends Error {
  readonly why: FileRefusal;

  constructor(code: string, message: string, remedy?: string) {
    super(message);
    this.why = refusal(code, message, remedy);
  }
}

/** A thing in a folder, held by descriptors. */
export interface Entry {
  readonly folder: number;
  readonly name: string;
  /** The real path. */
  readonly path: string;
  readonly descriptor: number;
  readonly stats: Stats;
}

const mostEntries = 100_000;
const mostBytes = 1024 ** 3;
const mostDepth = 200;

/** One command at work: what it may reach, what it has said and done, and when it must stop. */
export class Work {
  readonly tool: string;
  readonly grants: FileGrants;
  readonly stdin: Uint8Array;
  readonly stagingName: () => string;
  readonly random: (bytes: number) => Uint8Array;
  readonly maxBytes: number;
  readonly stdout: string[] = [];
  readonly complaints: string[] = [];
  readonly changes: Json[] = [];
  readonly #context: ProviderContext;
  readonly #forbidden: ReadonlySet<string>;
  readonly #until: number;
  readonly #held: Place[] = [];
  #entries = 0;
  #bytes = 0;

  constructor(tool: string, host: WriteHost, context: ProviderContext) {
    this.tool = tool;
    this.grants = host.grants;
    this.stagingName = host.stagingName;
    this.random = host.random;
    this.maxBytes = host.maxBytes;
    this.stdin = context.stdin;
    this.#context = context;
    this.#forbidden = identities(host.grants.forbidden);
    this.#until = context.clock.monotonic() + context.cap.wall_clock_ms;
  }

  options(table: OptionTable, words: readonly string[]): ReadOptions {
    const read = readOptions(table, words);
    if (read.kind === 'read') return read;
    return this.unsupported(read.reason);
  }

  unsupported(what: string): never {
    throw new Halt('io/unsupported', `\`${this.tool}\`: ${what} is not done here`, 'use a simpler form');
  }

  /** Where a path leads; nothing where a folder on the way is missing. Held until the command ends. */
  place(asked: string, access: Access, options: WalkOptions = {}): Place | undefined {
    const found = walk(this.grants, asked, access, options);
    if (found.kind === 'place') {
      this.#held.push(found);
      return found;
    }
    if (found.code === 'io/not-found') return undefined;
    throw new Halt(found.code, found.message, found.remedy);
  }

  /** What has this name in a folder, never what it points to. */
  entry(folder: number, path: string, name: string): Entry | undefined {
    const descriptor = tryOpen(inFolder(folder, name));
    if (descriptor === undefined) return undefined;
    const stats = fstatSync(descriptor);
    const entry = { folder, name, path: `${path === '/' ? '' : path}/${name}`, descriptor, stats };
    if (stats.isDirectory() && this.#forbidden.has(identity(stats))) {
      closeSync(descriptor);
      const { code, message } = forbiddenPlace(entry.path);
      throw new Halt(code, message);
    }
    return entry;
  }

  /** What lies in a directory, one after the other; each is closed behind its turn. */
  async each(folder: Entry, depth: number, visit: (child: Entry) => Promise<void>): Promise<void> {
    if (depth > mostDepth) throw new Halt('limit/depth', `more than ${mostDepth} folders inside each other`);
    for (const name of readdirSync(`/proc/self/fd/${folder.descriptor}`).sort()) {
      const child = this.entry(folder.descriptor, folder.path, name);
      if (child === undefined) continue;
      try {
        await visit(child);
      } finally {
        closeSync(child.descriptor);
      }
    }
  }

  /** Looks through a tree for what may not be touched, before anything of it is. */
  async survey(entry: Entry, depth = 0): Promise<void> {
    await this.step();
    if (entry.stats.isDirectory()) await this.each(entry, depth, (child) => this.survey(child, depth + 1));
  }

  /** Before each piece of work. Lets others have their turn in between. */
  async step(bytes = 0): Promise<void> {
    this.#entries++;
    this.#bytes += bytes;
    if (this.#entries > mostEntries) throw new Halt('limit/entries', `more than ${mostEntries} files`);
    if (this.#bytes > mostBytes) throw new Halt('limit/bytes', `more than ${mostBytes} bytes to copy`);
    if (this.#context.signal.aborted) throw new Halt('exec/stopped', `\`${this.tool}\` was stopped`);
    if (this.#context.clock.monotonic() > this.#until) {
      throw new Halt('limit/time', `\`${this.tool}\` did not end in time`);
    }
    if (this.#entries % 64 === 0) await nextTurn();
  }

  say(line: string): void {
    this.stdout.push(`${line}\n`);
  }

  complain(message: string, error?: unknown): void {
    this.complaints.push(`${this.tool}: ${message}${error === undefined ? '' : `: ${saidOf(error)}`}`);
  }

  did(how: string, path: string): void {
    if (this.changes.length < 100) this.changes.push({ path, how });
  }

  end(): void {
    for (const place of this.#held) place.close();
  }
}

export function inFolder(folder: number, name: string): string {
  return `/proc/self/fd/${folder}/${name}`;
}

/** The place as an entry; nothing where nothing has its name. */
export function entryOf(place: Place): Entry | undefined {
  const { target, parent, name, path } = place;
  return target === undefined ? undefined : { folder: parent, name, path, ...target };
}

/** The directory is held by its descriptor, but someone may have carried it out of the grant since. */
export function refuseMoved(place: Place): void {
  const folder = readlinkSync(`/proc/self/fd/${place.parent}`);
  if (`${folder === '/' ? '' : folder}/${[...place.missing, place.name].join('/')}` !== place.path) {
    throw new Halt('io/moved', `\`${place.path}\` was moved in the meantime`);
  }
}

const said: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'No such file or directory'],
  ['EEXIST', 'File exists'],
  ['ENOTDIR', 'Not a directory'],
  ['EISDIR', 'Is a directory'],
  ['ENOTEMPTY', 'Directory not empty'],
  ['EACCES', 'Permission denied'],
  ['EPERM', 'Operation not permitted'],
  ['EINVAL', 'Invalid argument'],
  ['ENOSPC', 'No space left on device'],
]);

function saidOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error instanceof Halt) throw error;
  return said.get(codeOf(error)) ?? (codeOf(error) || 'it failed');
}

/** As GNU programs print names; those that it would write with escapes are left to it. */
export function quoted(work: Work, name: string): string {
  return /^[\x21-\x26\x28-\x5b\x5d-\x7e ]+$/.test(name) ? `'${name}'` : work.unsupported('printing this name');
}
