import type { FoundVariable } from '../../analyse/findings.ts';
import type { Expr } from '../../ir/expr.ts';
import { isConventional } from '../../ir/steering-variable.ts';
import type { Hole } from '../../ir/text.ts';
import type { DraftEffect } from '../primitive.ts';
import type { ScriptContext } from './context.ts';

export interface LoweredVariables {
  readonly effects: readonly DraftEffect[];
  readonly env: readonly { readonly key: string; readonly value: Expr<Hole> }[];
}

/**
 * What the variables of a script become: secrets with a slot are handed over as handles, those that decide a host are settings, and
 * the rest are inputs. What has no place is not handed over.
 */
export function lowerVariables(variables: readonly FoundVariable[], context: ScriptContext): LoweredVariables {
  const effects: DraftEffect[] = [];
  const env: { key: string; value: Expr<Hole> }[] = [];
  for (const { name, required, at } of variables) {
    const place = context.place(at);
    if (context.placed.has(name)) effects.push({ kind: 'env', name, place });
    else if (context.isSecret(name)) {
      const [why, where] = context.unplaced.get(name) ?? [`where \`${name}\` goes is not in the text`, place];
      context.leave('secret', why, where);
    } else if (context.settings.has(name)) {
      effects.push({ kind: 'env', name, place });
      env.push({ key: name, value: { kind: 'setting', name } });
    } else if (isConventional(name)) {
      if (required) context.leave('variable', `\`${name}\` is the sandbox's own and is not handed over`, place);
    } else if (!context.fixed.has(name)) {
      effects.push({ kind: 'env', name, place });
      env.push({ key: name, value: inputHole(name, required, place) });
    }
  }
  return { effects, env };
}

function inputHole(name: string, required: boolean, span: Hole['span']): Hole {
  return { kind: 'variable', name, span, ...(required ? {} : { optional: true }) };
}
