import type { RequestField } from '../../analyse/analysis.ts';
import type { CodePlace } from '../../ir/plan.ts';
import type { DraftEffect } from '../primitive.ts';
import { isCredentialField, isCredentialHeader } from '../secret-names.ts';
import type { ScriptContext } from './context.ts';
import { changedNames, envNames } from './script-text.ts';

/**
 * Secrets among what a request carries, each bound to the slot it stands in. A secret that is changed on the way, or whose place or
 * host is not in the text, is bound to nothing.
 */
export function placeSecrets(
  fields: readonly RequestField[],
  origin: string | undefined,
  place: CodePlace,
  context: ScriptContext,
): readonly DraftEffect[] {
  return fields.flatMap(({ slot, text }): readonly DraftEffect[] => {
    for (const name of changedNames(text))
      if (context.isSecret(name)) context.unplaced.set(name, [changed(name), place]);
    const names = envNames(text).filter((name) => isCredentialSlot(slot) || context.isSecret(name));
    return names.flatMap((name): readonly DraftEffect[] => {
      context.secrets.add(name);
      if (origin === undefined) context.unplaced.set(name, [hostOpen(name), place]);
      else if (slot === 'url' || slot.endsWith('*') || slot === 'body:')
        context.unplaced.set(name, [slotOpen(name), place]);
      else {
        context.placed.add(name);
        return [{ kind: 'secret', name, origin, slot, place }];
      }
      return [];
    });
  });
}

function changed(name: string): string {
  return `\`${name}\` is changed before it is sent, as by signing: a handle would be changed in its place`;
}

function hostOpen(name: string): string {
  return `\`${name}\` goes to a host that is decided when it runs`;
}

function slotOpen(name: string): string {
  return `in which part of a request \`${name}\` goes is not in the text`;
}

/** As for commands: whatever is put there is a credential. */
function isCredentialSlot(slot: string): boolean {
  const name = slot.slice(slot.indexOf(':') + 1);
  if (slot.startsWith('header:')) return isCredentialHeader(name);
  if (slot.startsWith('query:') || slot.startsWith('body:')) return isCredentialField(name.split('/').at(-1) ?? name);
  return slot === 'basic:password' || slot.startsWith('cookie:');
}
