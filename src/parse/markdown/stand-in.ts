import type { ShellAssignment, ShellWord } from '../../ir/shell-program.ts';
import { literalWord } from './setup-lines.ts';

const credentialWord =
  /(?:^|_)(?:API_?KEY|APIKEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PAT|JWT|COOKIE|CREDENTIALS?)(?:_|$)/i;

/** `TOKEN_ADDRESS` and `COOKIE_FILE` say where something is or what it is called. */
const aboutCredential =
  /_(?:ADDRESS|ID|URL|URI|PATH|FILE|DIR|NAME|TYPE|LIMIT|LIMITS|COUNT|MINT|CONTRACT|SYMBOL|ENDPOINT|HOST)$/i;

/** A variable whose name says that it holds a credential. */
export function isCredentialName(name: string): boolean {
  const snake = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return credentialWord.test(snake) && !aboutCredential.test(snake);
}

const standIn =
  /your|<[^<>]*>|\.\.\.|…|x{3,}|\*{3,}|changeme|replace|placeholder|insert|here$|^sk-|^ghp_|^TODO$|example-(?:key|token)/i;

/** Text that a reader is meant to replace. */
export function isStandIn(text: string): boolean {
  return standIn.test(text.slice(0, 500)) || (bracketed.test(text) && !isJson(text));
}

/** `{id}`, `[name]`; but `{"id": 1}` is what it says. */
const bracketed = /^(?:\[.*\]|\{.*\})$/;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether an assignment may hold for later commands. A stand-in must not: the variable stays open, and becomes an
 * input, a setting or a secret. Nor may a literal credential: its value belongs in the broker, not in a plan.
 */
export function isBindable(assignment: ShellAssignment): boolean {
  const { name, value } = assignment;
  if (value === undefined || value.parts.some((part) => part.kind === 'placeholder')) return false;
  if (isStandIn(literalsOf(value))) return false;
  return !(isCredentialName(name) && literalWord(value) !== undefined);
}

function literalsOf(word: ShellWord): string {
  return word.parts.map((part) => (part.kind === 'literal' ? part.value : '')).join('');
}
