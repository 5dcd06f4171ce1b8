import { isHarmless, isSteering } from '../ir/steering-variable.ts';
import type { Text } from '../ir/text.ts';

/**
 * The first variable in front of a command that makes it another command. For programs of the skill's own,
 * whose variables nobody can list: an application's names pass, steering ones do not.
 */
export function unsafeEnv(env: ReadonlyMap<string, Text>): string | undefined {
  for (const name of env.keys()) if (isSteering(name)) return name;
  return undefined;
}

/** The first variable that is not on a program's own accept-list (`NAME` or `PREFIX_*`). */
export function unlistedEnv(env: ReadonlyMap<string, Text>, accepted: readonly string[]): string | undefined {
  for (const name of env.keys()) if (!isHarmless(name) && !accepted.some((row) => covers(row, name))) return name;
  return undefined;
}

function covers(row: string, name: string): boolean {
  return row.endsWith('*') ? name.startsWith(row.slice(0, -1)) : row === name;
}
