import { readdirSync } from 'node:fs';
import {
  type Access,
  askedPath,
  covered,
  type FileGrants,
  type FileRefusal,
  patternsFor,
  withoutParents,
} from '../../io/file-grants.ts';
import { type Place, walk } from '../../io/walk.ts';
import { isReserved, type RunPlaces } from '../places.ts';

/** One granted path of the host, without stars. */
export interface GrantedPath {
  /** As the grants know it: relative, `~/…` or absolute; a folder has no `/` at its end. */
  readonly asked: string;
  /** Where it is inside. */
  readonly inside: string;
}

const most = 1_000;

/** What the grants of one kind name, stars put in by what is there. Places of the sandbox itself are no paths of the host. */
export function grantedPaths(grants: FileGrants, access: Access, where: RunPlaces): readonly GrantedPath[] {
  const found = new Map<string, GrantedPath>();
  for (const grant of grants[access]) {
    for (const asked of expanded(grants, plainPath(grant))) {
      const inside = insideOf(asked, where);
      if (inside !== undefined && found.size < most) found.set(inside, { asked, inside });
    }
  }
  return [...found.values()].sort((a, b) => (a.inside < b.inside ? -1 : 1));
}

/** Without `./`, doubled slashes, a slash or `**` at the end. */
function plainPath(grant: string): string {
  const [, root = '', rest = ''] = /^(\/|~\/|~$)?(.*)$/s.exec(grant) ?? [];
  const names = rest.split('/').filter((name) => name !== '' && name !== '.');
  if (names.at(-1) === '**') names.pop();
  if (root === '~' || (root === '~/' && names.length === 0)) return '~';
  return root === '' && names.length === 0 ? '.' : `${root}${names.join('/')}`;
}

/** Undefined for what cannot be shown inside: above the start, in a place of the sandbox, or the whole machine. */
function insideOf(asked: string, { work, home }: RunPlaces): string | undefined {
  const [start, rest] = asked.startsWith('/')
    ? ['', asked.slice(1)]
    : asked === '~' || asked.startsWith('~/')
      ? [home, asked.slice(2)]
      : [work, asked === '.' ? '' : asked];
  const names = withoutParents(rest.split('/').filter((name) => name !== '' && name !== '.'));
  if (names === undefined) return undefined;
  const inside = [start, ...names].join('/');
  return start === '' && isReserved(inside === '' ? '/' : inside) ? undefined : inside;
}

function expanded(grants: FileGrants, grant: string): readonly string[] {
  if (!grant.includes('*')) return [grant];
  const names = grant.split('/');
  const at = names.findIndex((name) => name.includes('*'));
  const folder = names.slice(0, at).join('/');
  const pattern = names[at] ?? '';
  const more = names.slice(at + 1);
  return namesIn(grants, folder === '' ? (grant.startsWith('/') ? '/' : '.') : folder)
    .filter((name) => covered([[pattern]], [name]))
    .slice(0, most)
    .flatMap((name) => expanded(grants, [...names.slice(0, at), name, ...more].join('/')));
}

/** Which names there are decides nothing: each one is walked to and judged again. */
function namesIn(grants: FileGrants, folder: string): readonly string[] {
  const path = askedPath(grants, folder);
  try {
    return path === undefined ? [] : readdirSync(`/${path.names.join('/')}`).sort();
  } catch {
    return [];
  }
}

/** The place of a granted path; undefined where nothing has that name yet, a refusal where the way to it leaves the grant. */
export function reach(grants: FileGrants, asked: string, access: Access): Place | FileRefusal | undefined {
  const place = walk(grants, asked, access);
  if (place.kind === 'refused') return place.code === 'io/not-found' ? undefined : place;
  if (place.target !== undefined) return place;
  place.close();
  return undefined;
}

/** The path of a file of a run by the form that is granted: relative to the workspace, or absolute. */
export function writableAs(grants: FileGrants, forms: readonly string[]): string | undefined {
  return forms.find((form) => mayWrite(grants, form));
}

function mayWrite(grants: FileGrants, asked: string): boolean {
  const path = askedPath(grants, asked);
  const names = path === undefined ? undefined : withoutParents(path.names);
  return path !== undefined && names !== undefined && covered(patternsFor(grants, 'write', path.form), names);
}
