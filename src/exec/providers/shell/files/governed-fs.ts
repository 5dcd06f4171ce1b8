import { randomBytes } from 'node:crypto';
import type { CpOptions, FileContent, FsStat, IFileSystem, MkdirOptions, RmOptions } from 'just-bash';
import type { FileGrants } from '../../io/file-grants.ts';
import type { BundleEntry, FileChange, VisibleFiles } from '../protocol.ts';
import { isOnDisk, listGranted, namesIn, readFromDisk, statGranted } from './disk.ts';
import { FsError } from './fs-error.ts';
import { type GrantedPaths, grantedPaths } from './granted-paths.ts';
import { beneath, nameOf, parentOf, resolvePath, within } from './paths.ts';
import { type Staged, StagedTree } from './staged-tree.ts';

/** What the file system cannot decide by itself. */
export interface FileHost {
  /** The content of a file of the bundle. */
  readonly bundleFile: (path: string) => Promise<Uint8Array | undefined>;
  /** Beyond the ceiling: returns once it is granted, and never where it is not. */
  readonly outside: (access: 'read' | 'write', path: string) => Promise<void>;
  /** Whether `/usr/bin/NAME` is there. */
  readonly isProgram: (name: string) => boolean;
  /** A shell script was read: it may be about to run. */
  readonly sawScript: (text: string) => void;
  readonly mostBytes: number;
}

/** Scratch files: there for one run, seen by nobody else. */
const SCRATCH = '/tmp';
/** What `<( )` stands for lies here. */
const PIPES = '/dev/fd';
const RANDOM_BYTES = 65_536;
const longAgo = new Date(0);

type Found =
  | { readonly kind: 'staged'; readonly entry: Exclude<Staged, { kind: 'gone' }> }
  | { readonly kind: 'bundle'; readonly entry: BundleEntry }
  | { readonly kind: 'disk'; readonly asked: string; readonly stat: FsStat }
  /** A folder that only leads to what is there. */
  | { readonly kind: 'folder' }
  | { readonly kind: 'device'; readonly bytes: () => Uint8Array }
  | { readonly kind: 'program' };

/**
 * What a program sees: its workspace as far as it was granted, the skill's files, other granted paths, scratch space. Reads are
 * judged when they happen; writes are kept here until the program has ended. Beside that nothing exists; a path that does exist on
 * the machine is asked about, so that the program is never told what is not so.
 */
export class GovernedFs implements IFileSystem {
  readonly #host: FileHost;
  readonly #bundle = new Map<string, BundleEntry>();
  readonly #folders = new Set<string>(['/', SCRATCH, '/dev', PIPES]);
  readonly #staged: StagedTree;
  readonly #paths: GrantedPaths;
  #grants: FileGrants;

  constructor({ grants, bundle, given }: VisibleFiles, host: FileHost) {
    this.#host = host;
    this.#grants = grants;
    this.#paths = grantedPaths(grants);
    this.#staged = new StagedTree(host.mostBytes);
    for (const entry of bundle) {
      const path = resolvePath(grants.workspace, entry.path);
      this.#bundle.set(path, entry);
      this.#showFolders(parentOf(path));
    }
    this.#showFolders(grants.workspace);
    if (grants.home !== undefined) this.#showFolders(grants.home);
    for (const [path, bytes] of given) {
      const at = resolvePath(grants.workspace, path);
      this.#staged.put(at, { kind: 'file', bytes, mode: 0o644, mtime: new Date(), append: false, passing: true });
      this.#showFolders(parentOf(at));
    }
  }

  get changes(): readonly FileChange[] {
    return this.#staged.changes();
  }

  /** What was changed is on the disk now. */
  settled(): void {
    this.#staged.settled();
  }

  /** How an effect names the path. */
  shown(path: string): string {
    return this.#paths.shown(path);
  }

  /** Whether it is a file that may be read as it is: nobody is asked, for it may be no path at all. */
  isOpenFile(path: string): boolean {
    const found = this.#find(path);
    return found !== undefined && !statOf(found).isDirectory;
  }

  /** Who wrote a file: the skill, the program itself, or somebody else. */
  async originOf(path: string): Promise<'skill' | 'program' | 'elsewhere' | undefined> {
    const found = await this.#look(path);
    if (found === undefined) return undefined;
    if (found.kind === 'bundle') return 'skill';
    return found.kind === 'staged' ? 'program' : 'elsewhere';
  }

  isShellFile(path: string): boolean {
    return this.#isScript(path);
  }

  /** The file as the program sees it, for a call that is judged by itself: nobody is asked. */
  async seenFile(path: string): Promise<Uint8Array | undefined> {
    return this.isOpenFile(path) ? this.readFileBuffer(path) : undefined;
  }

  #showFolders(path: string): void {
    for (let at = path; at !== '/'; at = parentOf(at)) this.#folders.add(at);
  }

  #find(path: string): Found | undefined {
    const staged = this.#staged.get(path);
    if (staged?.kind === 'gone') return undefined;
    if (staged !== undefined) return { kind: 'staged', entry: staged };
    const device = devices.get(path);
    if (device !== undefined) return { kind: 'device', bytes: device };
    const folder = parentOf(path);
    if (folder === '/usr/bin' || folder === '/bin')
      return this.#host.isProgram(nameOf(path)) ? { kind: 'program' } : undefined;
    const entry = this.#bundle.get(path);
    if (entry !== undefined) return { kind: 'bundle', entry };
    const asked = this.#paths.spelled(path, 'read');
    const stats = asked === undefined ? undefined : statGranted(this.#grants, asked);
    if (asked !== undefined && stats !== undefined) return { kind: 'disk', asked, stat: plainStat(stats) };
    if (this.#folders.has(path)) return { kind: 'folder' };
    const leads = this.#paths.leads(path, 'read') || this.#paths.leads(path, 'write');
    return leads && isOnDisk(path) && asked === undefined ? { kind: 'folder' } : undefined;
  }

  /** What is there, after a question where the machine has it and nobody granted it. */
  async #look(path: string): Promise<Found | undefined> {
    const found = this.#find(path);
    if (found !== undefined || !this.#isForeign(path)) return found;
    await this.#host.outside('read', path);
    this.#grant('read', path);
    return this.#find(path);
  }

  /** On the machine, and neither granted nor the program's own to know of. */
  #isForeign(path: string): boolean {
    const folder = parentOf(path);
    if (path === '/usr/bin' || path === '/bin' || folder === '/usr/bin' || folder === '/bin') return false;
    if (this.#isPassing(path) || this.#staged.get(path) !== undefined) return false;
    if (this.#grants.forbidden.some((one) => within(one, path) !== undefined)) return false;
    return this.#paths.spelled(path, 'read') === undefined && isOnDisk(path);
  }

  /** Scratch space, unless the workspace or the home lies there. */
  #isPassing(path: string): boolean {
    const { workspace, home } = this.#grants;
    const isOwn = within(workspace, path) !== undefined || (home !== undefined && within(home, path) !== undefined);
    return !isOwn && (within(SCRATCH, path) !== undefined || within(PIPES, path) !== undefined);
  }

  #grant(access: 'read' | 'write', path: string): void {
    this.#grants = { ...this.#grants, [access]: [...this.#grants[access], path] };
    this.#paths.add(path, access);
  }

  async #bytes(path: string, found: Found): Promise<Uint8Array> {
    switch (found.kind) {
      case 'staged':
        if (found.entry.kind === 'directory') throw new FsError('EISDIR', path, 'read');
        return found.entry.append ? this.#appended(path, found.entry.bytes) : found.entry.bytes;
      case 'bundle': {
        const bytes = await this.#host.bundleFile(found.entry.path);
        if (bytes === undefined) throw new FsError('ENOENT', path, 'open');
        return bytes;
      }
      case 'disk': {
        if (found.stat.isDirectory) throw new FsError('EISDIR', path, 'read');
        const read = readFromDisk(this.#grants, found.asked, this.#host.mostBytes);
        if (read.kind === 'refused') throw new FsError(read.code === 'limit/bytes' ? 'EFBIG' : 'EACCES', path, 'open');
        return read.bytes;
      }
      case 'folder':
        throw new FsError('EISDIR', path, 'read');
      case 'device':
        return found.bytes();
      case 'program':
        throw new FsError('EACCES', path, 'open');
    }
  }

  /** What was on the disk before is for those who may read it. */
  async #appended(path: string, added: Uint8Array): Promise<Uint8Array> {
    if (this.#paths.spelled(path, 'read') === undefined && isOnDisk(path)) {
      await this.#host.outside('read', path);
      this.#grant('read', path);
    }
    const asked = this.#paths.spelled(path, 'read');
    const read = asked === undefined ? undefined : readFromDisk(this.#grants, asked, this.#host.mostBytes);
    return read?.kind === 'read' ? joined(read.bytes, added) : added;
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    const found = await this.#look(path);
    if (found === undefined) throw new FsError('ENOENT', path, 'open');
    return this.#bytes(path, found);
  }

  async readFile(path: string, options?: Parameters<IFileSystem['readFile']>[1]): Promise<string> {
    const encoding = typeof options === 'string' ? options : (options?.encoding ?? 'utf8');
    const text = Buffer.from(await this.readFileBuffer(path)).toString(encoding === 'binary' ? 'latin1' : encoding);
    if (this.#isScript(path)) this.#host.sawScript(text);
    return text;
  }

  #isScript(path: string): boolean {
    const staged = this.#staged.get(path);
    const isRunnable = staged?.kind === 'file' && (staged.mode & 0o111) !== 0;
    return isRunnable || this.#bundle.get(path)?.isShell === true || /\.(?:sh|bash)$/.test(path);
  }

  async exists(path: string): Promise<boolean> {
    return (await this.#look(path)) !== undefined;
  }

  async stat(path: string): Promise<FsStat> {
    const found = await this.#look(path);
    if (found === undefined) throw new FsError('ENOENT', path, 'stat');
    // There are no links: a path is its own identity.
    return { ...statOf(found), identity: path };
  }

  lstat(path: string): Promise<FsStat> {
    return this.stat(path);
  }

  async realpath(path: string): Promise<string> {
    if ((await this.#look(path)) === undefined) throw new FsError('ENOENT', path, 'realpath');
    return path;
  }

  async readdir(path: string): Promise<string[]> {
    const found = await this.#look(path);
    if (found === undefined) throw new FsError('ENOENT', path, 'scandir');
    if (!statOf(found).isDirectory) throw new FsError('ENOTDIR', path, 'scandir');
    // The names of a folder that only leads to a grant are not all for the program to know.
    const all = found.kind === 'disk' ? (listGranted(this.#grants, found.asked) ?? []) : this.#leading(path);
    const names = new Set(all);
    for (const one of [...this.#bundle.keys(), ...this.#folders])
      if (parentOf(one) === path && one !== '/') names.add(nameOf(one));
    for (const [name, entry] of this.#staged.children(path)) {
      if (entry.kind === 'gone') names.delete(name);
      else names.add(name);
    }
    return [...names].sort();
  }

  #leading(path: string): readonly string[] {
    if (!this.#paths.leads(path, 'read')) return [];
    return namesIn(path).filter((name) => {
      const one = beneath(path, name);
      return this.#paths.spelled(one, 'read') !== undefined || this.#paths.leads(one, 'read');
    });
  }

  /** Whether the program may write there, after a question where it may not yet. Says whether it lasts beyond the run. */
  async #toWrite(path: string, what: string): Promise<{ readonly passing: boolean }> {
    if (this.#bundle.has(path)) throw new FsError('EROFS', path, what);
    if (devices.has(path) || parentOf(path) === '/dev') throw new FsError('EACCES', path, what);
    const staged = this.#staged.get(path);
    if (staged !== undefined && staged.kind !== 'gone' && staged.passing) return { passing: true };
    if (this.#paths.spelled(path, 'write') !== undefined) return { passing: false };
    if (this.#isPassing(path)) return { passing: true };
    if (what === 'mkdir' && this.#paths.leads(path, 'write')) return { passing: false };
    await this.#host.outside('write', path);
    this.#grant('write', path);
    return { passing: false };
  }

  async #inFolder(path: string, what: string): Promise<void> {
    const folder = await this.#look(parentOf(path));
    if (folder === undefined && this.#paths.leads(parentOf(path), 'write')) return;
    if (folder === undefined) throw new FsError('ENOENT', path, what);
    if (!statOf(folder).isDirectory) throw new FsError('ENOTDIR', path, what);
  }

  async writeFile(
    path: string,
    content: FileContent,
    options?: Parameters<IFileSystem['writeFile']>[2],
  ): Promise<void> {
    await this.write(path, bytesOf(content, options), false);
  }

  async appendFile(
    path: string,
    content: FileContent,
    options?: Parameters<IFileSystem['appendFile']>[2],
  ): Promise<void> {
    await this.write(path, bytesOf(content, options), true);
  }

  async write(path: string, bytes: Uint8Array, append: boolean): Promise<void> {
    if (path === '/dev/null') return;
    const { passing } = await this.#toWrite(path, 'open');
    await this.#inFolder(path, 'open');
    const staged = this.#staged.get(path);
    const before = this.#find(path);
    if (before !== undefined && statOf(before).isDirectory) throw new FsError('EISDIR', path, 'open');
    const mode = staged?.kind === 'file' ? staged.mode : before === undefined ? 0o644 : statOf(before).mode & 0o666;
    const file = { kind: 'file', mode, mtime: new Date(), passing } as const;
    if (!append) return this.#staged.put(path, { ...file, bytes, append: false });
    if (staged?.kind === 'file')
      return this.#staged.put(path, { ...file, bytes: joined(staged.bytes, bytes), append: staged.append });
    // Without leave to read it, what is on the disk stays there, and only what is added is known.
    const known = before === undefined ? undefined : await this.#bytes(path, before);
    if (known !== undefined) return this.#staged.put(path, { ...file, bytes: joined(known, bytes), append: false });
    this.#staged.put(path, { ...file, bytes, append: !passing && staged?.kind !== 'gone' });
  }

  async mkdir(path: string, options?: MkdirOptions): Promise<void> {
    const found = await this.#look(path);
    if (found !== undefined) {
      if (options?.recursive === true && statOf(found).isDirectory) return;
      throw new FsError('EEXIST', path, 'mkdir');
    }
    const { passing } = await this.#toWrite(path, 'mkdir');
    if (options?.recursive === true && path !== '/') await this.#makeParents(parentOf(path));
    else await this.#inFolder(path, 'mkdir');
    this.#staged.put(path, { kind: 'directory', mode: 0o755, mtime: new Date(), passing });
  }

  async #makeParents(path: string): Promise<void> {
    if (path === '/') return;
    const found = this.#find(path);
    if (found === undefined) await this.mkdir(path, { recursive: true });
    else if (!statOf(found).isDirectory) throw new FsError('ENOTDIR', path, 'mkdir');
  }

  async rm(path: string, options?: RmOptions): Promise<void> {
    const found = await this.#look(path);
    if (found === undefined) {
      if (options?.force === true) return;
      throw new FsError('ENOENT', path, 'rm');
    }
    const { isDirectory } = statOf(found);
    await this.#toWrite(path, 'rm');
    if (isDirectory) {
      const names = await this.readdir(path);
      if (names.length > 0 && options?.recursive !== true) throw new FsError('ENOTEMPTY', path, 'rm');
      for (const name of names) await this.rm(beneath(path, name), { recursive: true });
    }
    if (found.kind === 'folder') throw new FsError('EACCES', path, 'rm');
    this.#staged.forget(path);
    const asked = this.#paths.spelled(path, 'read') ?? this.#paths.spelled(path, 'write');
    if (asked !== undefined && isOnDisk(path)) this.#staged.put(path, { kind: 'gone', directory: isDirectory });
  }

  async cp(source: string, target: string, options?: CpOptions): Promise<void> {
    const found = await this.#look(source);
    if (found === undefined) throw new FsError('ENOENT', source, 'cp');
    if (!statOf(found).isDirectory) return this.write(target, await this.#bytes(source, found), false);
    if (options?.recursive !== true) throw new FsError('EISDIR', source, 'cp');
    await this.mkdir(target, { recursive: true });
    for (const name of await this.readdir(source))
      await this.cp(beneath(source, name), beneath(target, name), { recursive: true });
  }

  async mv(source: string, target: string): Promise<void> {
    // Whatever may not be removed is not copied first.
    if (this.#bundle.has(source)) throw new FsError('EROFS', source, 'rename');
    await this.#toWrite(source, 'rename');
    await this.cp(source, target, { recursive: true });
    await this.rm(source, { recursive: true });
  }

  async chmod(path: string, mode: number): Promise<void> {
    const found = await this.#look(path);
    if (found === undefined) throw new FsError('ENOENT', path, 'chmod');
    if (found.kind === 'bundle') return;
    if (found.kind !== 'staged') throw new FsError('EPERM', path, 'chmod');
    this.#staged.put(path, { ...found.entry, mode });
  }

  async utimes(path: string, _: Date, mtime: Date): Promise<void> {
    const found = await this.#look(path);
    if (found === undefined) throw new FsError('ENOENT', path, 'utimes');
    if (found.kind === 'staged') this.#staged.put(path, { ...found.entry, mtime });
    else if (found.kind === 'disk' && !found.stat.isDirectory)
      await this.write(path, await this.#bytes(path, found), false);
  }

  async symlink(_: string, path: string): Promise<void> {
    throw new FsError('EPERM', path, 'symlink');
  }

  async link(_: string, path: string): Promise<void> {
    throw new FsError('EPERM', path, 'link');
  }

  async readlink(path: string): Promise<string> {
    throw new FsError('EINVAL', path, 'readlink');
  }

  resolvePath(base: string, path: string): string {
    return resolvePath(base, path);
  }

  getAllPaths(): string[] {
    return [];
  }
}

const devices: ReadonlyMap<string, () => Uint8Array> = new Map([
  ['/dev/null', () => new Uint8Array()],
  ['/dev/urandom', () => Uint8Array.from(randomBytes(RANDOM_BYTES))],
  ['/dev/random', () => Uint8Array.from(randomBytes(RANDOM_BYTES))],
]);

function statOf(found: Found): FsStat {
  const file = { isFile: true, isDirectory: false, isSymbolicLink: false };
  const folder = { isFile: false, isDirectory: true, isSymbolicLink: false };
  switch (found.kind) {
    case 'staged': {
      const { entry } = found;
      const size = entry.kind === 'file' ? entry.bytes.length : 4096;
      return { ...(entry.kind === 'file' ? file : folder), mode: entry.mode, size, mtime: entry.mtime };
    }
    case 'bundle':
      // Only a shell script may be run by its name: whatever else a file is, the interpreter would read it as one.
      return { ...file, mode: found.entry.isShell ? 0o755 : 0o644, size: found.entry.size, mtime: longAgo };
    case 'disk':
      return found.stat;
    case 'folder':
      return { ...folder, mode: 0o755, size: 4096, mtime: longAgo };
    case 'device':
      return { ...file, isFile: false, mode: 0o666, size: 0, mtime: longAgo };
    case 'program':
      return { ...file, mode: 0o755, size: 1, mtime: longAgo };
  }
}

function plainStat(stats: NonNullable<ReturnType<typeof statGranted>>): FsStat {
  const isDirectory = stats.isDirectory();
  return {
    isFile: stats.isFile(),
    isDirectory,
    isSymbolicLink: false,
    // Nobody has read what lies in a workspace: nothing of it is a program here.
    mode: stats.mode & (isDirectory ? 0o777 : 0o666),
    size: stats.size,
    mtime: stats.mtime,
  };
}

function bytesOf(content: FileContent, options: Parameters<IFileSystem['writeFile']>[2]): Uint8Array {
  if (typeof content !== 'string') return Uint8Array.from(content);
  const encoding = typeof options === 'string' ? options : (options?.encoding ?? 'utf8');
  return Uint8Array.from(Buffer.from(content, encoding === 'binary' ? 'latin1' : encoding));
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  return Uint8Array.from(Buffer.concat([a, b]));
}
