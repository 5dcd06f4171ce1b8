import type { Effect } from '../../ir/effect.ts';
import type { Json } from '../../ir/json.ts';
import type { FileGrants } from '../providers/io/file-grants.ts';

/**
 * The files of one call, as its effects name them. Where a caller's value is part of a path (`write ${out}`), it may name a file beneath
 * the place it stands in and nothing else: no way up, no way to the root, no other user's home.
 */
export function grantedFiles(
  effects: readonly Effect[],
  inputs: ReadonlyMap<string, Json>,
  files: Omit<FileGrants, 'read' | 'write'>,
): FileGrants {
  const paths = (kind: 'read' | 'write') =>
    effects.flatMap((effect) => (effect.kind === kind ? (filledPath(effect.path, inputs) ?? []) : []));
  return { ...files, read: paths('read'), write: paths('write') };
}

function filledPath(path: string, inputs: ReadonlyMap<string, Json>): string | undefined {
  let isSafe = true;
  const filled = path.replace(/\$\{([A-Za-z_]\w*)\}/g, (whole, name: string) => {
    const value = inputs.get(name);
    if (typeof value !== 'string' || !staysBeneath(value)) isSafe = false;
    return typeof value === 'string' ? value : whole;
  });
  return isSafe ? filled : undefined;
}

function staysBeneath(value: string): boolean {
  return (
    value !== '' && !/^[/~]|[\0*]|\$\{/.test(value) && !value.split('/').some((name) => name === '..' || name === '')
  );
}
