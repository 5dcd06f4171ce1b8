import { literalOf, showText, type Text } from '../../ir/text.ts';
import type { DraftEffect } from '../primitive.ts';
import { dropChars, literalPrefix } from '../text-slice.ts';
import { addressOf } from './address.ts';
import type { Judged } from './tool-effects.ts';

/** Schemes behind which a program opens a connection to the host that follows. */
const remote =
  /^(?:-[\w-]*=)?((?:https?|wss?|ssh|git|s?ftps?|postgres(?:ql)?|mysql|rediss?|mongodb(?:\+srv)?|amqps?|tcp|udp|rtmps?|ldaps?|smtps?):\/\/)/i;

/**
 * A command that names an address reaches it, whatever the rule of its sub-command says, and may send it the
 * credentials it uses. Both are added; nothing the table says is taken away.
 */
export function withNamedHosts(
  effects: readonly DraftEffect[],
  words: readonly Text[],
  byOptions: readonly DraftEffect[],
): readonly DraftEffect[] | Judged {
  const chosen = byOptions.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : []));
  const origins: Text[] = [];
  for (const word of words.slice(1)) {
    const found = remote.exec(literalPrefix(word));
    if (found === null) continue;
    const address = addressOf(dropChars(word, found[0].length - (found[1]?.length ?? 0)));
    if (address.kind === 'form') return { kind: 'unclear', reason: `the host of \`${showText(word)}\` cannot be told` };
    if (address.kind === 'origin') origins.push(address.origin);
  }
  const networks = effects.flatMap((effect) => (effect.kind === 'network' ? [showText(effect.origin)] : []));
  const added = origins
    .filter((origin) => !networks.includes(showText(origin)))
    .map((origin): DraftEffect => ({ kind: 'network', method: '*', origin, path: '/**' }));
  return [...effects, ...added, ...credentialsFor(chosen, origins, effects)];
}

/** An option that names the server gets the credentials; an address among the words only where no server is fixed. */
function credentialsFor(
  chosen: readonly Text[],
  written: readonly Text[],
  effects: readonly DraftEffect[],
): readonly DraftEffect[] {
  const literals = (origins: readonly Text[]) => origins.flatMap((origin) => literalOf(origin) ?? []);
  return effects.flatMap((effect) => {
    if (effect.kind !== 'secret') return [];
    const open = effect.origin.includes('${') ? literals(written) : [];
    const others = [...new Set([...literals(chosen), ...open])].filter(
      (origin) => origin !== effect.origin && !origin.includes('${'),
    );
    return others.map((origin): DraftEffect => ({ ...effect, origin }));
  });
}
