import { closeSync, constants, existsSync, fstatSync, openSync, readlinkSync, type Stats, statSync } from 'node:fs';
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
  readonly close: () => void;
}

interface Step {
  readonly name: string;
  readonly descriptor: number;
}

/**
 * Walks to a path name by name, each step relative to the descriptor of the last: what is swapped for a link in
 * between is seen as a link. Links are followed by hand, and the place that is reached must be covered by a grant.
 */
export function walk(grants: FileGrants, asked: string, access: Access): Place | FileRefusal {
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
    const found = follow(steps, [...start.names], identities(grants.forbidden), asked);
    const names = namesOf(steps, found.kind === 'end' ? found.name : undefined);
    const strayed = found.kind === 'refused' ? !onTheWay(patterns, names) : !covered(patterns, names);
    if (strayed) return giveUp(steps, outsideGrant(asked, access), found);
    if (found.kind === 'refused') return giveUp(steps, found);
    if (isForbidden(grants.forbidden, names)) return giveUp(steps, forbiddenPlace(asked), found);
    return place(steps, found, `/${names.join('/')}`);
  } catch (error) {
    return giveUp(steps, refusal('io/failed', `\`${asked}\`: ${reasonOf(error)}`));
  }
}

type End = { readonly kind: 'end'; readonly name?: string; readonly target?: Place['target'] };

function follow(steps: Step[], pending: string[], forbidden: ReadonlySet<string>, asked: string): End | FileRefusal {
  for (let links = 0; ; ) {
    const name = pending.shift();
    if (name === undefined) return { kind: 'end' };
    const top = steps.at(-1);
    if (top === undefined) return outsideGrant(asked, 'read');
    if (name === '..') {
      if (steps.length > 1) closeStep(steps.pop());
      continue;
    }
    const within = `/proc/self/fd/${top.descriptor}/${name}`;
    const descriptor = tryOpen(within);
    if (descriptor === undefined) {
      return pending.length === 0 ? { kind: 'end', name } : refusal('io/not-found', `\`${asked}\` does not exist`);
    }
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) {
      if (forbidden.has(identity(stats))) {
        closeSync(descriptor);
        return forbiddenPlace(asked);
      }
      steps.push({ name, descriptor });
    } else if (stats.isSymbolicLink()) {
      closeSync(descriptor);
      links++;
      if (links > maxLinks) return refusal('io/too-many-links', `\`${asked}\` goes through too many links`);
      const aim = readlinkSync(within);
      if (aim.startsWith('/')) while (steps.length > 1) closeStep(steps.pop());
      pending.unshift(...aim.split('/').filter((part) => part !== '' && part !== '.'));
    } else if (pending.length === 0) return { kind: 'end', name, target: { descriptor, stats } };
    else {
      closeSync(descriptor);
      return refusal('io/not-found', `a part of \`${asked}\` is no directory`);
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
    close: () => {
      if (target !== undefined) closeSync(target.descriptor);
      if (parent !== undefined && parent.descriptor !== target?.descriptor) closeSync(parent.descriptor);
    },
  };
}

function tryOpen(path: string): number | undefined {
  try {
    return openSync(path, nameOnly);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function namesOf(steps: readonly Step[], last: string | undefined): readonly string[] {
  return [...steps.slice(1).map((step) => step.name), ...(last === undefined ? [] : [last])];
}

function giveUp(steps: readonly Step[], why: FileRefusal, reached?: End | FileRefusal): FileRefusal {
  if (reached?.kind === 'end' && reached.target !== undefined) closeSync(reached.target.descriptor);
  for (const step of steps) closeStep(step);
  return why;
}

function closeStep(step: Step | undefined): void {
  if (step !== undefined) closeSync(step.descriptor);
}

/** By number as well as by name: the same folder can be mounted at a second place. */
export function identities(folders: readonly string[]): ReadonlySet<string> {
  return new Set(
    folders.flatMap((folder) => {
      const stats = statSync(folder, { throwIfNoEntry: false });
      return stats === undefined ? [] : [identity(stats)];
    }),
  );
}

export function identity(stats: Stats): string {
  return `${stats.dev}:${stats.ino}`;
}

function isForbidden(folders: readonly string[], names: readonly string[]): boolean {
  return covered(
    folders.map((folder) => folder.split('/').filter((name) => name !== '')),
    names,
  );
}

function forbiddenPlace(asked: string): FileRefusal {
  return refusal('io/forbidden', `\`${asked}\` lies where no skill may reach`);
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The system's word for it, without the paths of this process that Node puts into messages. */
export function reasonOf(error: unknown): string {
  return codeOf(error) || 'it failed';
}
