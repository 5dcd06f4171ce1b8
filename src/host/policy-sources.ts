import { existsSync, readFileSync } from 'node:fs';
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
  return files.flatMap(({ kind, name }) =>
    existsSync(name) ? [{ kind, name, text: readFileSync(name, 'utf8') }] : [],
  );
}
