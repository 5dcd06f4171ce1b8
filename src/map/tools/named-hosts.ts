import { literalOf, literalText, showText, type Text } from '../../ir/text.ts';
import type { DraftEffect } from '../primitive.ts';
import { dropChars, literalPrefix } from '../text-slice.ts';
import { type Address, addressOf, remoteOrPath } from './address.ts';
import type { Judged } from './tool-effects.ts';

/** Schemes behind which a program opens a connection to the host that follows. */
const remote =
  /^(?:-[\w-]*=)?((?:https?|wss?|ssh|git|s?ftps?|postgres(?:ql)?|mysql|rediss?|mongodb(?:\+srv)?|amqps?|tcp|udp|rtmps?|ldaps?|smtps?|imaps?|mqtts?|nats|oci|rsync|smb):\/\/)/i;

/** `git@host:path`, as git, scp and rsync write it. */
const overSsh = /^[\w.-]+@[\w.-]+:(?!\/\/)\S*$/;

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
    const address = namedAddress(word);
    if (address === undefined) continue;
    if (address.kind === 'form') return { kind: 'unclear', reason: `the host of \`${showText(word)}\` cannot be told` };
    if (address.kind === 'origin') origins.push(address.origin);
  }
  const networks = effects.flatMap((effect) => (effect.kind === 'network' ? [showText(effect.origin)] : []));
  const added = origins
    .filter(
      (origin) => !networks.some((known) => known === showText(origin) || known.startsWith(`${showText(origin)}:`)),
    )
    .map((origin): DraftEffect => ({ kind: 'network', method: '*', origin, path: '/**' }));
  const all = [...effects, ...added];
  return [...all, ...credentialsFor(chosen, origins, effects), ...sshKeys(all)];
}

function namedAddress(word: Text): Address | undefined {
  const prefix = literalPrefix(word);
  const found = remote.exec(prefix);
  if (found !== null) return addressOf(dropChars(word, found[0].length - (found[1]?.length ?? 0)));
  return overSsh.test(prefix) ? remoteOrPath(word) : undefined;
}

/** Whatever goes over ssh logs in with the user's keys. */
function sshKeys(effects: readonly DraftEffect[]): readonly DraftEffect[] {
  const used = effects.some((effect) => effect.kind === 'network' && /^s(sh|ftp):/.test(literalPrefix(effect.origin)));
  return used ? [{ kind: 'read', path: literalText('~/.ssh') }] : [];
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
