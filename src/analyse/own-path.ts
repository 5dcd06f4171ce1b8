import type { Value } from './value.ts';

/** The path of a bundle file, as code that looks for its neighbours uses it. */
export function ownPath(path: string): Value {
  const tail = path === '' ? [] : [{ kind: 'literal', value: `/${path}` } as const];
  return { kind: 'text', pieces: [{ kind: 'root', of: 'bundle' }, ...tail] };
}
