import { exprText } from '../../ir/expr-text.ts';
import type { ShellStatement } from '../../ir/shell-program.ts';
import type { PlainDraft } from '../primitive.ts';
import { assignedNames } from '../resolve/external-names.ts';
import { assign, emptyScope, markDynamic, type Scope } from '../resolve/scope.ts';
import type { Site, Start } from '../resolve/sites.ts';

/** What the program around a script says of it. */
export interface Around {
  readonly statements: readonly ShellStatement[];
  /** It goes to other directories. */
  readonly moves: boolean;
}

/** Directory and variables with which a script starts. */
export function scriptStart(draft: PlainDraft, { cwd, scope }: Site, around: Around | undefined): Start {
  switch (draft.script?.inShell) {
    case 'now':
      return { cwd, scope };
    case 'later':
      // Nobody can say where it will run, and with which values.
      return { cwd: around?.moves === true ? undefined : cwd, scope: laterScope(scope, around?.statements ?? []) };
    case undefined:
      return { cwd, scope: childScope(scope, draft) };
  }
}

function laterScope(scope: Scope, statements: readonly ShellStatement[]): Scope {
  const names = [...scope.values.keys(), ...assignedNames(statements)];
  return markDynamic(
    scope,
    names.map((name) => [name, 'may be assigned before the trap runs']),
  );
}

/** Another process gets what is exported, and the variables in front of its command. */
function childScope(scope: Scope, { args }: PlainDraft): Scope {
  const exported = <V>(map: ReadonlyMap<string, V>) => new Map([...map].filter(([name]) => scope.exported.has(name)));
  const given: Scope = {
    ...emptyScope,
    values: exported(scope.values),
    dynamic: exported(scope.dynamic),
    exported: scope.exported,
    full: scope.full,
  };
  const env = args.members.find(({ key }) => key === 'env')?.value;
  const members = env?.kind === 'object' ? env.members : [];
  return members.reduce((known, { key, value }) => assign(known, key, exprText(value)), given);
}
