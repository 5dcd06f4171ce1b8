import { type Access, covered, type FileGrants, onTheWay, patternsFor } from '../../io/file-grants.ts';
import { within } from './paths.ts';

/** The grants of one program, ready to be asked about absolute paths. */
export interface GrantedPaths {
  /** How the grant that covers it spells the path: from the workspace, from the home, or from the root. */
  readonly spelled: (path: string, access: Access) => string | undefined;
  /** A grant lies beneath it: the folder is there, and shows what leads to the grant. */
  readonly leads: (path: string, access: Access) => boolean;
  /** As an effect would name it. */
  readonly shown: (path: string) => string;
  readonly add: (path: string, access: Access) => void;
}

const forms = ['relative', 'home', 'absolute'] as const;

/** `grants.workspace` and `grants.home` are real paths. */
export function grantedPaths(grants: FileGrants): GrantedPaths {
  const patternsOf = (access: Access) => forms.map((form) => [...patternsFor(grants, access, form)]);
  const patterns = { read: patternsOf('read'), write: patternsOf('write') };
  const spellings = (path: string): readonly (string | undefined)[] => {
    const inHome = grants.home === undefined ? undefined : within(grants.home, path);
    return [
      within(grants.workspace, path),
      inHome === undefined ? undefined : inHome === '.' ? '~' : `~/${inHome}`,
      path,
    ];
  };
  const namesOf = (path: string) => path.split('/').filter((name) => name !== '');
  return {
    spelled: (path, access) => {
      const names = namesOf(path);
      return spellings(path).find((one, form) => one !== undefined && covered(patterns[access][form] ?? [], names));
    },
    leads: (path, access) => {
      const names = namesOf(path);
      return spellings(path).some((one, form) => one !== undefined && onTheWay(patterns[access][form] ?? [], names));
    },
    shown: (path) => spellings(path).find((one) => one !== undefined) ?? path,
    add: (path, access) => void patterns[access][2]?.push(namesOf(path)),
  };
}
