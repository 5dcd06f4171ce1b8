import { realpathSync } from 'node:fs';

/** Which files a call may touch. A granted path covers what lies beneath it. */
export interface FileGrants {
  /** Where relative paths start: absolute, chosen by the user. */
  readonly workspace: string;
  /** What `~` stands for; without it no such path is reached. */
  readonly home?: string;
  /** As the effects name them: relative, `~/…` or absolute; `*` inside one name, `**` last. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Absolute folders that nothing reaches, whatever is granted: `$SKILLC_HOME`. */
  readonly forbidden: readonly string[];
  /** Of a call inside a program: the files as the program sees them, some of which are not on the disk yet. */
  readonly staged?: StagedFiles;
}

/** Files as the program around a call sees them, by the path that the call names. */
export interface StagedFiles {
  /** Missing means missing, whatever the disk has under that name; undefined for what the program does not see at all. */
  readonly read: (asked: string) => Uint8Array | 'missing' | undefined;
  readonly write: (asked: string, bytes: Uint8Array, append: boolean) => void;
}

export type Access = 'read' | 'write';

export interface FileRefusal {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

/** How a path is written decides which grants can cover it: an absolute one needs an absolute grant. */
type Form = 'relative' | 'home' | 'absolute';

export interface AskedPath {
  readonly form: Form;
  /** Names from `/` on, still with `..` in them. */
  readonly names: readonly string[];
}

export function refusal(code: string, message: string, remedy?: string): FileRefusal {
  return { kind: 'refused', code, message, ...(remedy === undefined ? {} : { remedy }) };
}

export function outsideGrant(asked: string, access: Access): FileRefusal {
  return refusal(
    'io/outside-grant',
    `\`${asked}\` is outside of what may be ${access === 'read' ? 'read' : 'written'}`,
    'approve a call whose effects name this path',
  );
}

export function askedPath(grants: FileGrants, asked: string): AskedPath | undefined {
  if (asked === '' || asked.includes('\0') || asked.includes('${')) return undefined;
  if (asked.startsWith('/')) return { form: 'absolute', names: namesOf(asked) };
  if (asked === '~' || asked.startsWith('~/')) {
    return below(grants.home, 'home', asked.slice(1));
  }
  return below(grants.workspace, 'relative', asked);
}

/** A folder that is not there has nothing below it. */
function below(folder: string | undefined, form: Form, rest: string): AskedPath | undefined {
  try {
    return folder === undefined ? undefined : { form, names: [...namesOf(realpathSync(folder)), ...namesOf(rest)] };
  } catch {
    return undefined;
  }
}

function namesOf(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

/** Grants of the same form as the path that is asked for, as names from `/` on. */
export function patternsFor(grants: FileGrants, access: Access, form: Form): readonly (readonly string[])[] {
  return grants[access].flatMap((grant) => {
    const path = askedPath(grants, grant);
    const names = path === undefined || path.form !== form ? undefined : withoutParents(path.names);
    return names === undefined ? [] : [names];
  });
}

/** `a/../b` as written, without a look at the disk; nothing when it climbs above the root. */
export function withoutParents(names: readonly string[]): readonly string[] | undefined {
  const plain: string[] = [];
  for (const name of names) {
    if (name !== '..') plain.push(name);
    else if (plain.pop() === undefined) return undefined;
  }
  return plain;
}

export function covered(patterns: readonly (readonly string[])[], names: readonly string[]): boolean {
  return patterns.some((pattern) => covers(pattern, names));
}

/** Whether what lies beneath `names` could be covered: on the way to a grant, or in one. */
export function onTheWay(patterns: readonly (readonly string[])[], names: readonly string[]): boolean {
  return patterns.some((pattern) => covers(pattern.slice(0, names.length), names));
}

function covers(pattern: readonly string[], names: readonly string[]): boolean {
  const open = pattern.at(-1) === '**';
  const fixed = open ? pattern.slice(0, -1) : pattern;
  return fixed.length <= names.length && fixed.every((part, i) => nameMatches(part, names[i] ?? ''));
}

function nameMatches(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name;
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

/** The ways in which effects may name an absolute path: from the workspace, from the home, and as it is. */
export function spellings(
  { workspace, home }: Pick<FileGrants, 'workspace' | 'home'>,
  path: string,
): readonly string[] {
  const beneath = (folder: string | undefined, own: string, prefix: string) =>
    folder === undefined
      ? []
      : path === folder
        ? [own]
        : path.startsWith(`${folder}/`)
          ? [prefix + path.slice(folder.length + 1)]
          : [];
  return [...beneath(workspace, '.', ''), ...beneath(home, '~', '~/'), path];
}
