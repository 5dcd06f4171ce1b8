import {
  isCredentialHeader,
  isIssuedCredential,
  isPasswordField,
  looksLikeCredential,
  looksLikeStandIn,
  looksRandom,
  wordsOf,
} from '../secret-names.ts';

/** Where a word of a program holds a credential, and what to call it. */
export interface WordCredential {
  readonly start: number;
  readonly end: number;
  readonly place: string;
}

/**
 * `https://user:PASSWORD@host`, `--token=VALUE`, `--password VALUE`, `Authorization: Bearer VALUE`. Stand-ins are left to
 * those who read stand-ins.
 */
export function credentialIn(word: string, before: string | undefined): WordCredential | undefined {
  const found = inLogin(word) ?? inOption(word) ?? behindOption(word, before) ?? inHeader(word) ?? whole(word);
  return found === undefined || looksLikeStandIn(word.slice(found.start, found.end)) ? undefined : found;
}

function whole(word: string): WordCredential | undefined {
  return isIssuedCredential(word) ? { start: 0, end: word.length, place: 'argument:credential' } : undefined;
}

function inLogin(word: string): WordCredential | undefined {
  const match = /[A-Za-z]:\/\/[^\s/?#:@]{0,256}:([^\s/?#@]{1,512})@/.exec(word);
  if (match === null) return undefined;
  const end = match.index + match[0].length - 1;
  return { start: end - (match[1] ?? '').length, end, place: 'login:password' };
}

function inOption(word: string): WordCredential | undefined {
  const [lead = '', name = ''] = /^--?([A-Za-z][\w-]*)=/.exec(word) ?? [];
  return isOptionCredential(name, word.slice(lead.length))
    ? { start: lead.length, end: word.length, place: `option:${name}` }
    : undefined;
}

function behindOption(word: string, before: string | undefined): WordCredential | undefined {
  const name = /^--([A-Za-z][\w-]*)$/.exec(before ?? '')?.[1] ?? '';
  return isOptionCredential(name, word) ? { start: 0, end: word.length, place: `option:${name}` } : undefined;
}

/** `--key` may be the key of anything; a file that holds a credential is none. */
function isOptionCredential(name: string, value: string): boolean {
  if (name === '' || /^(?:-|@|[.~]{0,2}\/)|\.(?:pem|key|json|txt|p12|crt)$|^(?:|true|false)$/.test(value)) return false;
  if (isPasswordField(name)) return true;
  const last = wordsOf(name).at(-1);
  return (last === 'TOKEN' || last === 'AUTH') && (looksLikeCredential(value) || looksRandom(value));
}

function inHeader(word: string): WordCredential | undefined {
  const [lead = '', name = ''] = /^([A-Za-z][\w-]*):\s*(?:(?:Basic|Bearer|Token)\s+)?/i.exec(word) ?? [];
  const value = word.slice(lead.length);
  const real = name.toLowerCase() === 'authorization' ? value !== '' : looksLikeCredential(value) || looksRandom(value);
  return isCredentialHeader(name) && real
    ? { start: lead.length, end: word.length, place: `header:${name.toLowerCase()}` }
    : undefined;
}
