import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mount } from '../../../sandbox/sandbox.ts';
import { type FileGrants, type FileRefusal, refusal } from '../../io/file-grants.ts';
import { identities, secondNames } from '../../io/forbidden.ts';
import { reasonOf } from '../../io/system-error.ts';
import type { Place } from '../../io/walk.ts';
import { places, type RunPlaces } from '../places.ts';
import { Budget, stageLimits } from './budget.ts';
import { type CopyIn, copyIn } from './copy-in.ts';
import { type GrantedPath, grantedPaths, reach } from './granted-paths.ts';
import { placeIn, type Tree, within } from './tree.ts';

export interface StageOrder {
  /** A folder of this run alone, empty. */
  readonly root: string;
  readonly grants: FileGrants;
  readonly places: RunPlaces;
  /** Where the program starts: a folder that is there even where nothing in it is granted. */
  readonly cwd: string;
  /** Bytes of the skill's files, by path. */
  readonly bundle: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly executable: boolean }>;
  /** What goes into /input. */
  readonly input: ReadonlyMap<string, Uint8Array>;
}

/** The files of one run, ready to be mounted. */
export interface Stage {
  readonly kind: 'stage';
  readonly mounts: readonly Mount[];
  readonly trees: readonly Tree[];
  readonly output: string;
  /** What each copy of a granted file was made from, by its path in the run. */
  readonly sources: ReadonlyMap<string, string>;
  /** Folders of the host that are mounted as they are: whether they are still what was judged. */
  readonly isUnmoved: () => boolean;
  readonly close: () => void;
}

export function buildStage(order: StageOrder): Stage | FileRefusal {
  const builder = new Builder(order);
  try {
    const refused = builder.build();
    if (refused === undefined) return builder.stage();
    builder.close();
    return refused;
  } catch (error) {
    builder.close();
    return refusal('io/failed', `the files of the run cannot be laid out: ${reasonOf(error)}`);
  }
}

class Builder {
  readonly #order: StageOrder;
  readonly #trees: Tree[];
  readonly #copy: CopyIn;
  readonly #mounts: Mount[] = [];
  /** Folders of the host, by where they are inside. */
  readonly #bound = new Map<string, Place>();
  #writable = false;

  constructor(order: StageOrder) {
    this.#order = order;
    const folder = (name: string) => join(order.root, name);
    this.#trees = [
      { inside: order.places.work, folder: folder('work'), asked: (path) => path, scratch: false },
      { inside: order.places.home, folder: folder('home'), asked: (path) => `~/${path}`, scratch: true },
    ];
    let second: ReadonlySet<string> | undefined;
    this.#copy = {
      secondNames: () => {
        second ??= secondNames(order.grants.forbidden);
        return second;
      },
      budget: new Budget(stageLimits.bytes, stageLimits.entries),
      forbidden: identities(order.grants.forbidden),
      sources: new Map(),
    };
  }

  build(): FileRefusal | undefined {
    for (const name of ['skill', 'work', 'home', 'input', 'output', 'files']) mkdirSync(join(this.#order.root, name));
    this.#writeBundle();
    for (const [name, bytes] of this.#order.input)
      writeFileSync(placeIn({ folder: join(this.#order.root, 'input') } as Tree, name), bytes, { mode: 0o444 });
    const { grants, places } = this.#order;
    const system = grants.write.find(isSystemPlace);
    if (system !== undefined) return systemPlace(system);
    const writes = grantedPaths(grants, 'write', places);
    for (const path of writes) {
      const refused = this.#addWrite(path);
      if (refused !== undefined) return refused;
    }
    for (const path of grantedPaths(grants, 'read', places)) {
      const refused = this.#addRead(path, writes);
      if (refused !== undefined) return refused;
    }
    this.#linkBundle('');
    this.#makeWorkingFolder();
    return undefined;
  }

  stage(): Stage {
    const { root } = this.#order;
    const fixed: readonly Mount[] = [
      { kind: 'path', host: join(root, 'skill'), at: places.skill, access: 'read' },
      { kind: 'path', host: join(root, 'input'), at: places.input, access: 'read' },
      { kind: 'path', host: join(root, 'output'), at: places.output, access: 'write' },
      ...this.#trees.map(({ inside, folder }): Mount => {
        const access = inside === this.#order.places.work && !this.#writable ? 'read' : 'write';
        return { kind: 'path', host: folder, at: inside, access };
      }),
    ];
    return {
      kind: 'stage',
      mounts: [...fixed, ...this.#mounts].sort((a, b) => a.at.split('/').length - b.at.split('/').length),
      trees: this.#trees,
      output: join(root, 'output'),
      sources: this.#copy.sources,
      isUnmoved: () => [...this.#bound.values()].every(isUnmoved),
      close: () => this.close(),
    };
  }

  close(): void {
    for (const place of this.#bound.values()) place.close();
    this.#bound.clear();
  }

  #writeBundle(): void {
    const skill = { folder: join(this.#order.root, 'skill') } as Tree;
    for (const [path, { bytes, executable }] of this.#order.bundle)
      writeFileSync(placeIn(skill, path), bytes, { mode: executable ? 0o555 : 0o444 });
  }

  #addWrite(path: GrantedPath): FileRefusal | undefined {
    const place = reach(this.#order.grants, path.asked, 'write');
    if (place?.kind === 'refused') return place;
    try {
      const tree = this.#treeFor(path, place);
      if ('code' in tree) return tree;
      if (this.#isWork(tree)) this.#writable = true;
      const rest = within(tree, path.inside) ?? '';
      this.#makeFolders(tree, rest);
      if (place !== undefined) return this.#copyPlace(place, join(tree.folder, rest), path.asked);
      const own = this.#isWork(tree) ? this.#order.bundle.get(rest) : undefined;
      if (own !== undefined) writeFileSync(join(tree.folder, rest), own.bytes, { mode: 0o644 });
      return undefined;
    } finally {
      place?.close();
    }
  }

  /** The folder that is written to: of an absolute path, the nearest one that is there. */
  #treeFor({ asked, inside }: GrantedPath, place: Place | undefined): Tree | FileRefusal {
    const known = this.#trees.find((tree) => within(tree, inside) !== undefined);
    if (known !== undefined) return known;
    let folder = place?.target?.stats.isDirectory() === true ? inside : dirname(inside);
    while (!existsSync(folder)) folder = dirname(folder);
    if (folder === '/') return systemPlace(asked);
    const tree: Tree = {
      inside: folder,
      folder: join(this.#order.root, `tree-${this.#trees.length}`),
      asked: (path) => `${folder}/${path}`,
      scratch: folder === '/tmp' || folder.startsWith('/tmp/'),
    };
    mkdirSync(tree.folder);
    this.#trees.push(tree);
    return tree;
  }

  /** Folders on the way that are there on the host or in the skill; others the program makes itself. */
  #makeFolders(tree: Tree, path: string): void {
    const names = path.split('/').slice(0, -1);
    for (let count = 1; count <= names.length; count++) {
      const folder = names.slice(0, count).join('/');
      const asked = tree.asked(folder);
      const own = this.#isWork(tree) && [...this.#order.bundle.keys()].some((one) => one.startsWith(`${folder}/`));
      if (!own && !this.#isFolder(asked)) return;
      mkdirSync(join(tree.folder, folder), { recursive: true });
    }
  }

  /** A folder on the way to what is granted may be looked at as such. */
  #isFolder(asked: string): boolean {
    const { grants } = this.#order;
    const place = reach({ ...grants, read: [...grants.read, asked] }, asked, 'read');
    if (place === undefined || place.kind === 'refused') return false;
    place.close();
    return place.target?.stats.isDirectory() === true;
  }

  #copyPlace({ target }: Place, to: string, asked: string): FileRefusal | undefined {
    if (target === undefined || (existsSync(to) && !target.stats.isDirectory())) return undefined;
    if (!target.stats.isFile() && !target.stats.isDirectory())
      return refusal('io/not-a-file', `\`${asked}\` is no plain file`);
    return copyIn(target.descriptor, target.stats, to, this.#copy) ? undefined : tooMuch(asked);
  }

  #addRead(path: GrantedPath, writes: readonly GrantedPath[]): FileRefusal | undefined {
    const { asked, inside } = path;
    if (this.#isBeneathBound(inside)) return undefined;
    const place = reach(this.#order.grants, asked, 'read');
    if (place === undefined || place.kind === 'refused') return place;
    const { target } = place;
    const tree = this.#trees.find((one) => within(one, inside) !== undefined);
    const isFolder = target?.stats.isDirectory() === true;
    if (isFolder && tree?.inside === inside) return this.#addEntries(path, place, writes);
    const written = writes.some((one) => one.inside === inside || one.inside.startsWith(`${inside}/`));
    if (isFolder && !written) return this.#bind(path, place, tree);
    try {
      const to = tree === undefined ? join(this.#order.root, 'files', `${this.#mounts.length}`) : undefined;
      const at = to ?? placeIn(tree as Tree, within(tree as Tree, inside) ?? '');
      if (existsSync(at) && !isFolder) return undefined;
      const refused = isFolder && existsSync(at) ? undefined : this.#copyPlace(place, at, asked);
      if (refused !== undefined) return refused;
      if (to !== undefined) this.#mounts.push({ kind: 'path', host: to, at: inside, access: 'read' });
      return undefined;
    } finally {
      place.close();
    }
  }

  /** The whole workspace is each thing in it, so that the skill's own files can stand beside them. */
  #addEntries({ asked, inside }: GrantedPath, place: Place, writes: readonly GrantedPath[]): FileRefusal | undefined {
    const names = readdirSync(`/proc/self/fd/${place.target?.descriptor}`).sort();
    place.close();
    if (names.length > stageLimits.entries) return tooMuch(asked);
    for (const name of names) {
      const one = { asked: asked === '.' ? name : `${asked}/${name}`, inside: `${inside}/${name}` };
      const refused = this.#addRead(one, writes);
      if (refused !== undefined && refused.code !== 'io/forbidden' && refused.code !== 'io/outside-grant')
        return refused;
    }
    return undefined;
  }

  /** Folders are mounted as they are: they may hold more than can be copied. */
  #bind({ inside }: GrantedPath, place: Place, tree: Tree | undefined): undefined {
    if (tree !== undefined) mkdirSync(placeIn(tree, within(tree, inside) ?? ''), { recursive: true });
    this.#bound.set(inside, place);
    this.#mounts.push({ kind: 'path', host: place.path, at: inside, access: 'read' });
  }

  #isWork({ inside }: Tree): boolean {
    return inside === this.#order.places.work;
  }

  #makeWorkingFolder(): void {
    const { cwd } = this.#order;
    const tree = this.#trees.find((one) => within(one, cwd) !== undefined);
    if (tree === undefined || this.#isBeneathBound(cwd)) return;
    const at = join(tree.folder, within(tree, cwd) ?? '');
    if (!existsSync(dirname(at)) || lstatSync(at, { throwIfNoEntry: false }) === undefined)
      mkdirSync(at, { recursive: true });
  }

  #isBeneathBound(inside: string): boolean {
    return [...this.#bound.keys()].some((folder) => inside === folder || inside.startsWith(`${folder}/`));
  }

  /** The skill's own files where a skill expects them, beneath what the workspace has of the same name. */
  #linkBundle(folder: string): void {
    const prefix = folder === '' ? '' : `${folder}/`;
    const names = new Set(
      [...this.#order.bundle.keys()]
        .filter((path) => path.startsWith(prefix))
        .map((path) => path.slice(prefix.length).split('/')[0] ?? ''),
    );
    for (const name of names) {
      const path = `${prefix}${name}`;
      const at = join(this.#order.root, 'work', path);
      const there = lstatSync(at, { throwIfNoEntry: false });
      if (there === undefined) symlinkSync(`${places.skill}/${path}`, at);
      else if (there.isDirectory() && !this.#bound.has(`${this.#order.places.work}/${path}`)) this.#linkBundle(path);
    }
  }
}

function isUnmoved(place: Place): boolean {
  try {
    const now = lstatSync(place.path);
    return now.dev === place.target?.stats.dev && now.ino === place.target.stats.ino;
  } catch {
    return false;
  }
}

/** Programs and settings of the machine are shown as they are, and only for reading. */
function isSystemPlace(path: string): boolean {
  return /^\/(?:usr|bin|sbin|lib\w*|etc|boot)(?:\/|$)/.test(path);
}

function systemPlace(asked: string): FileRefusal {
  return refusal('io/system-place', `\`${asked}\` lies in a folder of the system`, 'write to the workspace');
}

function tooMuch(asked: string): FileRefusal {
  return refusal('io/too-much', `\`${asked}\` holds more than a sandbox is given`, 'name the files that are needed');
}
