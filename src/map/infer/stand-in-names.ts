import { wordsOf } from '../secret-names.ts';
import { embeddedSecretName, type Hints, nameFor } from './hints.ts';

/**
 * Names for a secret whose value the text shows only a stand-in for, the best first. `alone`: no other stand-in beside
 * it, so that the skill's primary secret may be meant.
 */
export function standInNames(hints: Hints, written: string, slot: string, alone: boolean): readonly string[] {
  const bare = bareName(written);
  const own = bare !== undefined && (bare.includes('_') || kindOf(bare) !== 'key') ? bare : undefined;
  const usual = hints.prefix === undefined ? (own ?? 'API_KEY') : nameFor(hints, 'API_KEY');
  const names = [
    mentionedName(hints, bare),
    ...(alone ? [primaryName(hints, own), ...(kindOf(own) === 'key' ? [usual] : [])] : []),
    own === undefined ? undefined : nameFor(hints, own),
    ...(alone || own !== undefined ? [] : [nameFor(hints, 'API_KEY')]),
    embeddedSecretName(hints, slot),
  ];
  return names.filter((name) => name !== undefined);
}

/** Words that say what a credential is, not whose. */
const generic = new Set(['API', 'KEY', 'APIKEY', 'TOKEN', 'ACCESS', 'AUTH', 'BEARER', 'SECRET', 'PASSWORD']);

/** A name of the front matter or the prose that the stand-in's words point to: `YOUR_STRIPE_KEY` and `STRIPE_API_KEY`. */
function mentionedName(hints: Hints, bare: string | undefined): string | undefined {
  if (bare === undefined) return undefined;
  const { mentionedSecrets, primarySecret } = hints;
  const exact = mentionedSecrets.find((name) => name === bare || name === nameFor(hints, bare));
  if (exact !== undefined) return exact;
  const words = wordsOf(bare);
  if (primarySecret !== undefined && kindOf(bare) === kindOf(primarySecret) && words.every((word) => generic.has(word)))
    return undefined;
  const [only, second] = mentionedSecrets.filter((name) => words.every((word) => wordsOf(name).includes(word)));
  return second === undefined ? only : undefined;
}

/** The one secret of the skill, unless the stand-in says that it is something else: a password is no key. */
function primaryName({ primarySecret, mentionedSecrets }: Hints, own: string | undefined): string | undefined {
  const [only, second] = mentionedSecrets;
  const primary = primarySecret ?? (second === undefined ? only : undefined);
  return kindOf(own) === 'key' || kindOf(own) === kindOf(primary) ? primary : undefined;
}

function kindOf(name: string | undefined): 'key' | 'secret' | 'password' {
  const last = wordsOf(name ?? '').at(-1) ?? '';
  if (/^(?:PASSWORD|PASSWD|PASSPHRASE|PWD|PASS)$/.test(last)) return 'password';
  return last === 'SECRET' ? 'secret' : 'key';
}

/** `YOUR_API_SECRET` → `API_SECRET`; nothing when the text is no name. */
function bareName(written: string): string | undefined {
  const words = wordsOf(written.replace(/^x-/i, '')).join('_');
  const bare = words.replace(/^(?:YOUR|MY|THE)_/, '').replace(/_HERE$/, '');
  return /^[A-Z][A-Z0-9_]{2,47}$/.test(bare) ? bare : undefined;
}
