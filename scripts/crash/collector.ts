import { existsSync, readFileSync } from 'node:fs';

/** What the writers of one home said, kept outside of it. */
export interface Collected {
  readonly admitted: ReadonlySet<string>;
  readonly settled: ReadonlySet<string>;
  /** How often each call had its effect. */
  readonly effects: ReadonlyMap<string, number>;
}

export function readCollected(path: string): Collected {
  const admitted = new Set<string>();
  const settled = new Set<string>();
  const effects = new Map<string, number>();
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  for (const line of text.split('\n')) {
    const [what, call = ''] = line.split(' ');
    if (what === 'admitted') admitted.add(call);
    if (what === 'settled') settled.add(call);
    if (what === 'effect') effects.set(call, (effects.get(call) ?? 0) + 1);
  }
  return { admitted, settled, effects };
}
