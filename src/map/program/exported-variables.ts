import { type Expr, object } from '../../ir/expr.ts';
import { textExpr } from '../../ir/expr-text.ts';
import { isSteering } from '../../ir/steering-variable.ts';
import type { Hole } from '../../ir/text.ts';
import type { Hints } from '../infer/hints.ts';
import type { DraftEffect, PlainDraft } from '../primitive.ts';
import { dynamicHole, type Scope } from '../resolve/scope.ts';
import { isSecretName } from '../secret-names.ts';

/**
 * `export MODE=fast` before a program that is started: its process finds the variable, and so the plan says it. A credential is not
 * among them: it goes to those only whose code is seen to look at it. Nor is what steers programs: no call is made with that.
 */
export function withExported(draft: PlainDraft, scope: Scope, hints: Hints): PlainDraft {
  if (!draft.capability.startsWith('sandbox.') || draft.script !== undefined || draft.understanding === 'unknown')
    return draft;
  const env = draft.args.members.find(({ key }) => key === 'env')?.value;
  const own = env?.kind === 'object' ? env.members : [];
  const known = new Set(own.map(({ key }) => key));
  const names = [...scope.exported].filter(
    (name) => !known.has(name) && !isSteering(name) && !isSecretName(name) && !hints.declaredSecrets.has(name),
  );
  const added = names.flatMap((name): readonly { readonly key: string; readonly value: Expr<Hole> }[] => {
    const reason = scope.dynamic.get(name);
    const value = reason === undefined ? scope.values.get(name) : [dynamicHole(name, reason, draft.span)];
    return value === undefined ? [] : [{ key: name, value: textExpr(value) }];
  });
  if (added.length === 0) return draft;
  const args = object<Hole>({
    ...Object.fromEntries(draft.args.members.map(({ key, value }) => [key, value])),
    env: { kind: 'object', members: [...own, ...added] },
  });
  const effects = added.map(({ key }): DraftEffect => ({ kind: 'env', name: key }));
  return { ...draft, args, effects: [...draft.effects, ...effects] };
}
