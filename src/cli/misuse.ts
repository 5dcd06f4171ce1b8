import { type DiagnosticJson, diagnose, diagnosticJson, jsonText } from '../index.ts';

/** Whether a command line that could not be read asks for a document all the same. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.some(
    (word, at) => word === '--json' || word === '--format=json' || (word === 'json' && options[at - 1] === '--format'),
  );
}

/** What the line on standard error says, for programs; its second line is the way out. */
export function usageDocument(message: string): { readonly diagnostics: readonly DiagnosticJson[] } {
  const [what = '', hint] = message.replace(/^error: /, '').split('\n');
  const found = diagnose('skillc/usage', what, undefined, hint?.replace(/^\((.*)\)$/, '$1'));
  return { diagnostics: [diagnosticJson(found, () => undefined, undefined)] };
}

export function usageText(message: string): string {
  return `${jsonText(usageDocument(message))}\n`;
}
