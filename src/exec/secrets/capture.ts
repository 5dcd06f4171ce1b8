import type { Json } from '../../ir/json.ts';
import { isSecretName, SecretValue } from './value.ts';

export interface CaptureRules {
  readonly skill: string;
  /** JSON pointer → name of the secret, as the skill declares it. */
  readonly declared: ReadonlyMap<string, string>;
}

/** An answer without the credentials in it, and those. They are to be stored bound to the origin that answered. */
export interface Captured {
  readonly json: Json;
  readonly credentials: readonly CapturedCredential[];
  /** Those that cannot be kept, such as a key of several lines. */
  readonly withheld: readonly string[];
}

export interface CapturedCredential {
  readonly name: string;
  readonly value: SecretValue;
  readonly pointer: string;
}

/** What is shown for a credential that cannot be kept. */
export const WITHHELD = '${secret:withheld}';

/** Shorter strings under such a name are states and kinds: `"token": "none"`. */
const SHORTEST = 8;

/** Names of members, as words. The last words of a name decide: `agent_api_key` is one, `api_key_id` is none. */
const credentialNames: readonly (readonly string[])[] = [
  ['API', 'KEY'],
  ['APIKEY'],
  ['ACCESS', 'TOKEN'],
  ['REFRESH', 'TOKEN'],
  ['ID', 'TOKEN'],
  ['AUTH', 'TOKEN'],
  ['BEARER', 'TOKEN'],
  ['SESSION', 'TOKEN'],
  ['SESSION', 'KEY'],
  ['ACCESS', 'KEY'],
  ['SECRET', 'KEY'],
  ['SECRET', 'ACCESS', 'KEY'],
  ['PRIVATE', 'KEY'],
  ['SIGNING', 'KEY'],
  ['ENCRYPTION', 'KEY'],
  ['CLIENT', 'SECRET'],
  ['WEBHOOK', 'SECRET'],
  ['SIGNING', 'SECRET'],
  ['SHARED', 'SECRET'],
  ['SECRET'],
  ['TOKEN'],
  ['JWT'],
  ['PASSWORD'],
  ['PASSWD'],
  ['PASSPHRASE'],
];

/** `next_page_token` turns a page. */
const harmless = new Set([
  'PAGE',
  'NEXT',
  'PREV',
  'PREVIOUS',
  'SYNC',
  'CONTINUATION',
  'CURSOR',
  'START',
  'RESUME',
  'DELTA',
]);

/** Every credential's name ends in one of these. An escape may hide any name. */
const telling = /\\|key|token|secret|jwt|passw|passphrase/i;

/** Whether the text of an answer may hold a credential at all: most hold none, and need not be walked through. */
export function mayHoldCredentials(text: string, declared: CaptureRules['declared']): boolean {
  return declared.size > 0 || telling.test(text);
}

/** `names` are those that are taken already, with their values; what is found here is added. */
export function capture(json: Json, rules: CaptureRules, names: Map<string, string> = new Map()): Captured {
  const credentials: CapturedCredential[] = [];
  const withheld: string[] = [];
  const take = (wanted: string, text: string, pointer: string, allowShort: boolean): Json => {
    const made = SecretValue.of(text, { allowShort });
    if (made.kind !== 'value') {
      withheld.push(text);
      return WITHHELD;
    }
    const name = freeName(wanted, text, names);
    if (!credentials.some((credential) => credential.name === name))
      credentials.push({ name, value: made.value, pointer });
    return `\${secret:${name}}`;
  };
  const walk = (value: Json, pointer: string, key: string): Json => {
    const declared = rules.declared.get(pointer);
    if (typeof value === 'string') {
      if (declared !== undefined && isSecretName(declared) && value !== '') return take(declared, value, pointer, true);
      return isCredential(key, value) ? take(nameFor(rules.skill, key), value, pointer, false) : value;
    }
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item, at) => walk(item as Json, `${pointer}/${at}`, key));
    return Object.fromEntries(
      Object.entries(value as { readonly [key: string]: Json }).map(([name, member]) => [
        name,
        walk(member, `${pointer}/${escapePointer(name)}`, name),
      ]),
    );
  };
  return { json: walk(json, '', ''), credentials, withheld };
}

/** By the member's name alone; masks of secrets that are known already are none. */
function isCredential(key: string, value: string): boolean {
  return value.length >= SHORTEST && !/^\$\{secret:[A-Za-z0-9_]+\}$/.test(value) && isCredentialName(key);
}

export function isCredentialName(key: string): boolean {
  const words = wordsOf(key);
  if (words.some((word) => harmless.has(word))) return false;
  return credentialNames.some(
    (name) => name.length <= words.length && name.every((word, at) => words[words.length - name.length + at] === word),
  );
}

/** `weather`, `api_key` → `WEATHER_API_KEY`. */
function nameFor(skill: string, key: string): string {
  const name = [...wordsOf(skill), ...wordsOf(key)].join('_').slice(0, 120);
  return isSecretName(name) ? name : `_${name}`;
}

/** Two values never share a name: the second gets a number. */
function freeName(wanted: string, text: string, names: Map<string, string>): string {
  let name = wanted;
  for (let count = 2; names.has(name) && names.get(name) !== text; count += 1) name = `${wanted}_${count}`;
  names.set(name, text);
  return name;
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toUpperCase());
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
