import { closeSync, constants, existsSync, fstatSync, openSync, readlinkSync, type Stats } from 'node:fs';
import {
  type Access,
  askedPath,
  covered,
  type FileGrants,
  type FileRefusal,
  onTheWay,
  outsideGrant,
  patternsFor,
  refusal,
  withoutParents,
} from './file-grants.ts';
import { forbiddenPlace, identities, identity, isForbidden, secondNames } from './forbidden.ts';
import { codeOf, reasonOf } from './system-error.ts';

/** Linux's O_PATH: names a file without opening it, so a device or a pipe notices nothing. Node does not list it. */
const O_PATH = 0o10000000;
const nameOnly = O_PATH | constants.O_NOFOLLOW;
const maxLinks = 40;

export interface Place {
  readonly kind: 'place';
  /** Descriptor of the directory it lies in, and its name there. `close` ends both descriptors. */
  readonly parent: number;
  readonly name: string;
  /** The real path, all links followed. */
  readonly path: string;
  /** Descriptor made with O_PATH; none where nothing has this name yet. */
  readonly target?: { readonly descriptor: number; readonly stats: Stats };
  /** Directories that are missing between `parent` and `name`. */
  readonly missing: readonly string[];
  /** Whether the last name that was asked for is a link that was followed. */
  readonly byLink: boolean;
  readonly close: () => void;
}

export interface WalkOptions {
  /** A link that is named is meant itself, not what it points to. */
  readonly keepLink?: true;
  /** Directories on the way need not be there. */
  readonly makeParents?: true;
}

interface Step {
  readonly name: string;
  readonly descriptor: number;
}

/**
 * Walks to a path name by name, each step relative to the descriptor of the last: what is swapped for a link in
 * between is seen as a link. Links are followed by hand, and the place that is reached must be covered by a grant.
 */
export function walk(
  grants: FileGrants,
  asked: string,
  access: Access,
  options: WalkOptions = {},
): Place | FileRefusal {
  if (!existsSync('/proc/self/fd')) {
    return refusal('io/platform', 'files are reached through /proc/self/fd, which this system does not have');
  }
  const start = askedPath(grants, asked);
  if (start === undefined) return outsideGrant(asked, access);
  const patterns = patternsFor(grants, access, start.form);
  const plain = withoutParents(start.names);
  if (plain === undefined || !covered(patterns, plain)) return outsideGrant(asked, access);
  const steps: Step[] = [{ name: '', descriptor: openSync('/', O_PATH | constants.O_DIRECTORY) }];
  try {
    const found = follow(steps, [...start.names], identities(grants.forbidden), asked, options);
    const names = [...namesOf(steps), ...namesBeyond(found)];
    // What is not there is not told of places that no grant covers.
    const strayed = found.kind === 'end' ? !covered(patterns, names) : !onTheWay(patterns, names);
    if (strayed) return giveUp(steps, outsideGrant(asked, access), found);
    if (found.kind !== 'end') return giveUp(steps, found.kind === 'lost' ? found.why : found);
    if (isForbidden(grants.forbidden, names)) return giveUp(steps, forbiddenPlace(asked), found);
    if (isSecondName(found.target?.stats, grants.forbidden)) return giveUp(steps, forbiddenPlace(asked), found);
    return place(steps, found, `/${names.join('/')}`);
  } catch (error) {
    return giveUp(steps, refusal('io/failed', `\`${asked}\`: ${reasonOf(error)}`));
  }
}

/** Most files have one name, and the folders are not looked through for them. */
function isSecondName(stats: Stats | undefined, forbidden: readonly string[]): boolean {
  return stats?.isFile() === true && stats.nlink > 1 && secondNames(forbidden).has(identity(stats));
}

interface End {
  readonly kind: 'end';
  readonly name?: string;
  readonly target?: Place['target'];
  readonly missing?: readonly string[];
  readonly byLink: boolean;
}

/** The way ended at a name that leads nowhere. */
interface Lost {
  readonly kind: 'lost';
  readonly name: string;
  readonly why: FileRefusal;
}

type Reached = End | Lost | FileRefusal;

function follow(
  steps: Step[],
  pending: string[],
  forbidden: ReadonlySet<string>,
  asked: string,
  options: WalkOptions,
): Reached {
  let byLink = false;
  for (let links = 0; ; ) {
    const name = pending.shift();
    if (name === undefined) return { kind: 'end', byLink };
    const top = steps.at(-1);
    if (top === undefined) return outsideGrant(asked, 'read');
    if (name === '..') {
      if (steps.length > 1) closeStep(steps.pop());
      continue;
    }
    const within = `/proc/self/fd/${top.descriptor}/${name}`;
    const descriptor = tryOpen(within);
    if (descriptor === undefined) {
      if (pending.length === 0) return { kind: 'end', name, byLink };
      if (options.makeParents !== true || pending.includes('..')) {
        return { kind: 'lost', name, why: refusal('io/not-found', `\`${asked}\` does not exist`) };
      }
      return { kind: 'end', name: pending.at(-1) ?? '', missing: [name, ...pending.slice(0, -1)], byLink };
    }
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) {
      if (forbidden.has(identity(stats))) {
        closeSync(descriptor);
        return forbiddenPlace(asked);
      }
      steps.push({ name, descriptor });
    } else if (stats.isSymbolicLink()) {
      if (pending.length === 0 && options.keepLink === true && !asked.endsWith('/')) {
        return { kind: 'end', name, target: { descriptor, stats }, byLink };
      }
      closeSync(descriptor);
      links++;
      if (pending.length === 0) byLink = true;
      if (links > maxLinks) return refusal('io/too-many-links', `\`${asked}\` goes through too many links`);
      const aim = readlinkSync(within);
      if (aim.startsWith('/')) while (steps.length > 1) closeStep(steps.pop());
      pending.unshift(...aim.split('/').filter((part) => part !== '' && part !== '.'));
    } else if (pending.length === 0) return { kind: 'end', name, target: { descriptor, stats }, byLink };
    else {
      closeSync(descriptor);
      return { kind: 'lost', name, why: refusal('io/not-found', `a part of \`${asked}\` is no directory`) };
    }
  }
}

/** A directory is the last step itself; its parent is the one before. */
function place(steps: Step[], end: End, path: string): Place {
  const last = end.name === undefined ? steps.pop() : undefined;
  const parent = steps.at(-1) ?? last;
  const target = last === undefined ? end.target : { descriptor: last.descriptor, stats: fstatSync(last.descriptor) };
  for (const step of steps) if (step !== parent) closeStep(step);
  return {
    kind: 'place',
    parent: parent?.descriptor ?? -1,
    name: end.name ?? last?.name ?? '',
    path,
    ...(target === undefined ? {} : { target }),
    missing: end.missing ?? [],
    byLink: end.byLink,
    close: () => {
      if (target !== undefined) closeSync(target.descriptor);
      if (parent !== undefined && parent.descriptor !== target?.descriptor) closeSync(parent.descriptor);
    },
  };
}

export function tryOpen(path: string): number | undefined {
  try {
    return openSync(path, nameOnly);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function namesOf(steps: readonly Step[]): readonly string[] {
  return steps.slice(1).map((step) => step.name);
}

/** What lies beyond the last directory that is there. */
function namesBeyond(found: Reached): readonly string[] {
  if (found.kind === 'refused') return [];
  return [...(found.kind === 'end' ? (found.missing ?? []) : []), ...(found.name === undefined ? [] : [found.name])];
}

function giveUp(steps: readonly Step[], why: FileRefusal, reached?: Reached): FileRefusal {
  if (reached?.kind === 'end' && reached.target !== undefined) closeSync(reached.target.descriptor);
  for (const step of steps) closeStep(step);
  return why;
}

function closeStep(step: Step | undefined): void {
  if (step !== undefined) closeSync(step.descriptor);
}
