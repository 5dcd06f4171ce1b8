import { forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash';
import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import type { ShellProgram } from '../ir/shell-program.ts';
import type { Span } from '../ir/span.ts';
import { maskCharacters, maskPlaceholders } from './angle-placeholders.ts';
import { commentAbove } from './comment-above.ts';
import { convertStatements } from './convert.ts';
import { type Origin, offsetOf } from './origin.ts';
import { quickLine } from './quick-line.ts';

export interface ParsedShell {
  readonly program: ShellProgram;
  /** Empty when bash would accept the text too. */
  readonly diagnostics: readonly Diagnostic[];
}

const MAX_LENGTH = 256 * 1024;
/** Each substitution is parsed again by those around it: more of them cost more than their length. */
const MAX_SUBSTITUTIONS = 1_000;

/**
 * Shell text to a program. `locate` turns an offset in `text` into one in the source, since a block may be indented.
 * The tree of a text with errors is a best effort: callers must not act on it.
 */
export function parseShell(text: string, source: string, locate?: (offset: number) => number): ParsedShell {
  const origin: Origin = { text, locate, source };
  const whole = { source, start: offsetOf(0, origin), end: offsetOf(text.length, origin) };
  const empty: ShellProgram = { kind: 'program', text, statements: [], span: whole };
  if (text.length > MAX_LENGTH) {
    return { program: empty, diagnostics: [diagnose('limit/size', 'the shell text is longer than 256 KiB', whole)] };
  }
  if (text.length > MAX_SUBSTITUTIONS && (text.match(/[$<>]\(|`/g)?.length ?? 0) > MAX_SUBSTITUTIONS) {
    return { program: empty, diagnostics: [diagnose('limit/nodes', 'more than 1,000 substitutions', whole)] };
  }
  const masked = maskCharacters.exec(text);
  if (masked !== null) {
    const at = offsetOf(masked.index, origin);
    const span = { source, start: at, end: at + 1 };
    return {
      program: empty,
      diagnostics: [diagnose('parse/hidden-character', 'a private-use character in a command', span)],
    };
  }
  const quick = quickLine(origin);
  if (quick !== undefined)
    return { program: { kind: 'program', text, statements: [quick], span: whole }, diagnostics: [] };
  try {
    return parseWhole(origin, whole);
  } catch (error) {
    // The parser bounds most nesting, but not functions whose body is a function: the stack ends first.
    if (!(error instanceof RangeError)) throw error;
    return { program: empty, diagnostics: [diagnose('limit/depth', 'commands are nested too deeply', whole)] };
  }
}

/** The whole grammar. */
export function parseWhole(origin: Origin, whole: Span): ParsedShell {
  const { text } = origin;
  const script = parse(maskPlaceholders(text));
  const diagnostics = syntaxErrors(script, origin);
  const converted = convertStatements(script.commands, origin);
  if (!text.includes('#'))
    return { program: { kind: 'program', text, statements: converted, span: whole }, diagnostics };
  const statements = converted.map((statement, index) => {
    const before = script.commands[index - 1]?.end ?? 0;
    const comment = commentAbove(text.slice(before, script.commands[index]?.pos ?? 0));
    return comment === undefined ? statement : { ...statement, comment };
  });
  return { program: { kind: 'program', text, statements, span: whole }, diagnostics };
}

/**
 * The parser ends the pattern of `${x/$(cat a/b)/c}` at the first slash, inside the substitution. Whatever cuts one
 * short, the rest of its commands would be lost.
 */
function isCutShort(node: SyntaxNode): boolean {
  if (node.type !== 'CommandExpansion' && node.type !== 'ProcessSubstitution') return false;
  const { text, script } = node;
  const closer = text.startsWith('`') ? '`' : text.startsWith('${') ? '}' : ')';
  if (text.length < 2 || !text.endsWith(closer)) return true;
  return script !== undefined && script.source === undefined && script.end >= node.end;
}

/** A nested script (`$(…)`) keeps its own errors. */
function syntaxErrors(script: ParsedScript, origin: Origin): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Script') {
      for (const error of (node as ParsedScript).errors ?? []) {
        const start = offsetOf(Math.min(error.pos, origin.text.length), origin);
        const end = Math.max(start, Math.min(start + 1, offsetOf(origin.text.length, origin)));
        const span = { source: origin.source, start, end };
        found.push(diagnose('shell/syntax', error.message.replaceAll("'", '`'), span));
      }
    }
    if (isCutShort(node)) {
      const span = { source: origin.source, start: offsetOf(node.pos, origin), end: offsetOf(node.end, origin) };
      found.push(diagnose('shell/syntax', 'a substitution that cannot be read whole', span));
    }
    if (found.length < 20) forEachChild(node, visit);
  };
  // Without a substitution there is one script, and walking it would only make the parser read every word again.
  if (!/[$<>(]\(|[$]\{|`/.test(origin.text) && script.errors === undefined) return found;
  visit(script);
  return found;
}
