import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import type { WrittenCredential } from '../ir/redact.ts';
import {
  isHarmlessName,
  isPasswordField,
  isPasswordName,
  isSecretName,
  issuedCredential,
  looksLikeCredential,
  looksLikeStandIn,
  looksRandom,
  wordsOf,
} from './secret-names.ts';

interface FoundCredential {
  readonly credential: WrittenCredential;
  readonly diagnostic: Diagnostic;
}

const assignment = /\b([A-Za-z_][A-Za-z0-9_]{0,63})=["']?([\w.+/=~-]{4,512})/g;
const login = /[A-Za-z]:\/\/[^\s/?#:@$<>{}"'`]{1,128}:([^\s/?#@$<>{}"'`]{4,256})@/g;

/**
 * `export API_KEY=sk-live-…`, `https://user:password@host` and `ghp_…` anywhere in a source: set-up lines, prose and
 * examples included. `known` are those that the operations hold, which have a finding of their own.
 */
export function credentialsInText(
  text: string,
  source: string,
  known: readonly WrittenCredential[],
): readonly FoundCredential[] {
  const seen = new Set(known.map(({ written }) => written));
  const assigned = [...text.matchAll(assignment)].flatMap((match) => {
    const [, name = '', written = ''] = match;
    return isAssignedCredential(name, written) ? [foundAt(match, name, written, source)] : [];
  });
  const logins = text.includes('@') ? [...text.matchAll(login)] : [];
  const passwords = logins.flatMap((match) => {
    const written = match[1] ?? '';
    return looksLikeStandIn(written) || written === 'pass' ? [] : [foundAt(match, 'PASSWORD', written, source)];
  });
  const issued = [...text.matchAll(issuedCredential)].flatMap((match) =>
    looksLikeStandIn(match[0]) ? [] : [foundAt(match, 'CREDENTIAL', match[0], source)],
  );
  return [...assigned, ...passwords, ...issued].filter(({ credential: { written } }) => {
    const again = seen.has(written);
    seen.add(written);
    return !again;
  });
}

function foundAt(match: RegExpExecArray, name: string, written: string, source: string): FoundCredential {
  const span = { source, start: match.index, end: match.index + match[0].length };
  const help = `store it with \`skillc secret set ${name}\` and remove it from the skill`;
  const diagnostic = diagnose('map/secret-embedded', `a credential is written out in \`${name}\``, span, help);
  return { credential: { written, name, span }, diagnostic };
}

/** `CACHE_KEY` may be the key of anything, so that its value must look like a credential by itself. */
function isAssignedCredential(name: string, written: string): boolean {
  if (!isSecretName(name) || isHarmlessName(name) || looksLikeStandIn(written)) return false;
  if (looksLikeCredential(written) || isPasswordName(name)) return true;
  return (isPasswordField(name) || wordsOf(name).at(-1) !== 'KEY') && looksRandom(written);
}
