import { type AwkToken, lexAwk } from './awk-lexer.ts';

export type AwkVerdict =
  | { readonly kind: 'fine'; readonly reads: readonly string[]; readonly writes: readonly string[] }
  | { readonly kind: 'syntax' | 'unclear'; readonly problem: string }
  | { readonly kind: 'runs' | 'environment' | 'loads' | 'network'; readonly name: string };

/** Arrays that hold the environment or the list of input files, or reach every other variable. */
const environmentWords = new Set(['ENVIRON', 'PROCINFO', 'SYMTAB', 'FUNCTAB']);
const inputWords = new Set(['ARGV', 'ARGC']);

/** Finds everything in an awk program that reaches beyond its input and output. */
export function judgeAwk(source: string): AwkVerdict {
  const lexed = lexAwk(source);
  if (lexed.kind === 'error') return { kind: 'syntax', problem: lexed.problem };
  const { tokens } = lexed;
  return balanceProblem(tokens) ?? wordVerdict(tokens) ?? fileVerdict(tokens);
}

function balanceProblem(tokens: readonly AwkToken[]): AwkVerdict | undefined {
  const pairs = new Map([
    [')', '('],
    [']', '['],
    ['}', '{'],
  ]);
  const open: string[] = [];
  for (const { kind, text } of tokens) {
    if (kind !== 'punct') continue;
    if (text === '(' || text === '[' || text === '{') open.push(text);
    else if (pairs.has(text) && open.pop() !== pairs.get(text))
      return { kind: 'syntax', problem: `a \`${text}\` that nothing opens` };
  }
  return open.length === 0 ? undefined : { kind: 'syntax', problem: `a \`${open.at(-1)}\` that is not closed` };
}

function wordVerdict(tokens: readonly AwkToken[]): AwkVerdict | undefined {
  for (const { kind, text } of tokens) {
    if (kind === 'word' && text === 'system') return { kind: 'runs', name: 'system' };
    if (kind === 'word' && environmentWords.has(text)) return { kind: 'environment', name: text };
    if (kind === 'word' && inputWords.has(text))
      return { kind: 'unclear', problem: `\`${text}\` can name other files to read` };
    if (kind === 'punct' && (text === '|' || text === '|&')) return { kind: 'runs', name: text };
    // `@load`, `@include` and calls through a variable's value.
    if (kind === 'punct' && text === '@') return { kind: 'loads', name: '@' };
    // Were the `/` read wrongly, this would be code.
    if (kind === 'regex' && /system|ENVIRON|getline|SYMTAB|PROCINFO/.test(text)) {
      return { kind: 'unclear', problem: `\`${text}\` looks like code` };
    }
  }
  return undefined;
}

/** `print > "file"` and `getline < "file"`: fine with a plain string, unclear with anything computed. */
function fileVerdict(tokens: readonly AwkToken[]): AwkVerdict {
  const found = { reads: [] as string[], writes: [] as string[] };
  let printing: number | undefined;
  let getting = false;
  let depth = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'punct' && (text === '(' || text === '[')) depth++;
    if (kind === 'punct' && (text === ')' || text === ']')) depth--;
    if (kind === 'word' && (text === 'print' || text === 'printf')) printing = depth;
    if (kind === 'word' && text === 'getline') getting = true;
    const redirect = printing === depth && kind === 'punct' && (text === '>' || text === '>>');
    const source = getting && kind === 'punct' && text === '<';
    if (redirect || source) {
      const name = plainName(tokens, index + 1);
      if (name === undefined) return { kind: 'unclear', problem: 'a file name is computed while the program runs' };
      if (name.startsWith('/inet')) return { kind: 'network', name };
      (source ? found.reads : found.writes).push(name);
    }
    if (endsStatement(tokens[index])) {
      printing = undefined;
      getting = false;
    }
  }
  return { kind: 'fine', ...found };
}

function endsStatement(token: AwkToken | undefined): boolean {
  if (token === undefined || token.kind === 'newline') return true;
  return token.kind === 'punct' && (token.text === ';' || token.text === '}' || token.text === '{');
}

/** A string without escapes that is the whole operand. */
function plainName(tokens: readonly AwkToken[], at: number): string | undefined {
  const name = tokens[at];
  const after = tokens[at + 1];
  if (name?.kind !== 'string' || name.text.includes('\\')) return undefined;
  if (!endsStatement(after) && after?.text !== ')') return undefined;
  return name.text.slice(1, -1);
}
