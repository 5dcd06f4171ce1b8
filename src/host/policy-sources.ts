import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicySource } from '../exec/policy/policy.ts';

export function projectPolicy(workspace: string): string {
  return join(workspace, '.skillc', 'policy.yaml');
}

/** The user's own rules, and those of the project, which can only tighten them. */
export function policySources(home: string, workspace: string): readonly PolicySource[] {
  const files = [
    { kind: 'home', name: join(home, 'policy.yaml') },
    { kind: 'project', name: projectPolicy(workspace) },
  ] as const;
  return files.flatMap(({ kind, name }) => {
    const found = readRules(name);
    return found === undefined ? [] : [{ kind, name, ...found }];
  });
}

/**
 * Undefined only where nothing has the name. Rules that are there and cannot be read (a link to a place that is gone, a directory, no
 * permission) may be those that deny.
 */
function readRules(name: string): Pick<PolicySource, 'text' | 'flaw'> | undefined {
  try {
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return undefined;
    if (!statSync(name).isFile()) return { text: '', flaw: 'is not a file' };
    return { text: readFileSync(name, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { text: '', flaw: `cannot be read (${code})` };
  }
}
