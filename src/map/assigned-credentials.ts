import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import type { WrittenCredential } from '../ir/redact.ts';
import { isSecretName, looksLikeCredential, looksLikeStandIn } from './secret-names.ts';

/** `export API_KEY=sk-live-…` anywhere in a source: set-up lines, prose and examples included. */
export function assignedCredentials(
  text: string,
  source: string,
): readonly { readonly credential: WrittenCredential; readonly diagnostic: Diagnostic }[] {
  if (!text.includes('=')) return [];
  return [...text.matchAll(/\b([A-Za-z_][A-Za-z0-9_]{0,63})=["']?([\w.+/=~-]{16,512})/g)].flatMap((match) => {
    const [whole, name = '', written = ''] = match;
    if (!isSecretName(name) || !looksLikeCredential(written) || looksLikeStandIn(written)) return [];
    const span = { source, start: match.index, end: match.index + whole.length };
    const help = `store it with \`skillc secret set ${name}\` and remove it from the skill`;
    const diagnostic = diagnose('map/secret-embedded', `a credential is written out in \`${name}\``, span, help);
    return [{ credential: { written, name, span }, diagnostic }];
  });
}
