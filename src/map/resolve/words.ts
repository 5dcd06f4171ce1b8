import { placeholderName } from '../../ir/placeholder-name.ts';
import type { ShellPart, ShellStatement, ShellWord } from '../../ir/shell-program.ts';
import { concatTexts, literalOf, literalText, type Piece, type Text } from '../../ir/text.ts';
import { commandsOf, walkStatements } from '../../shell/walk.ts';
import { expandBraces } from './braces.ts';
import { loginIn } from './login.ts';
import { dynamicHole, type Scope } from './scope.ts';

/** A word as the command would get it: one text, or several after field splitting and brace expansion. */
export function resolveWord(word: ShellWord, scope: Scope): readonly Text[] {
  const [part, more] = word.parts;
  if (part?.kind === 'literal' && more === undefined) return [literalText(part.value)];
  const braced = expandBraces(word);
  if (braced !== undefined) return braced.flatMap((alternative) => resolveWord(alternative, scope));
  const fields: Piece[][] = [[]];
  let sawQuoted = false;
  for (const part of word.parts) {
    if ('quoted' in part && part.quoted) sawQuoted = true;
    const resolved = resolvePart(part, scope);
    const splits = part.kind === 'variable' && !part.quoted;
    for (const piece of resolved) {
      if (splits && piece.kind === 'literal' && splitsElsewhere(piece.value, scope))
        fields.at(-1)?.push(dynamicHole(part.name, 'a value split at a changed `IFS`', part.span));
      else if (splits && piece.kind === 'literal') appendSplit(fields, piece.value);
      else fields.at(-1)?.push(piece);
    }
  }
  const texts = fields.map((pieces) => concatTexts(pieces));
  // An unquoted variable known to be empty leaves no word at all.
  const only = texts[0];
  const vanishes = texts.length === 1 && only !== undefined && only.length === 0 && !sawQuoted && word.text !== '';
  return vanishes && word.parts.some((part) => part.kind === 'variable') ? [] : texts;
}

/** A word that takes part in no splitting: assignment values, redirection targets, heredocs, quoted text. */
export function resolveValue(word: ShellWord, scope: Scope): Text {
  return concatTexts(word.parts.flatMap((part) => resolvePart(part, scope)));
}

/** A program that assigns `IFS` gets other words than the usual blanks would make. */
function splitsElsewhere(value: string, scope: Scope): boolean {
  if (scope.dynamic.has('IFS')) return true;
  const separators = scope.values.get('IFS');
  if (separators === undefined) return false;
  const written = literalOf(separators);
  return written === undefined || /[ \t\n]/.test(value) || [...written].some((character) => value.includes(character));
}

function appendSplit(fields: Piece[][], value: string): void {
  const chunks = value.split(/[ \t\n]+/);
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0 && (fields.at(-1)?.length ?? 0) > 0) fields.push([]);
    if (chunk !== '')
      fields
        .at(-1)
        ?.push(/[*?[]/.test(chunk) ? { kind: 'literal', value: chunk, glob: true } : { kind: 'literal', value: chunk });
  }
}

const opener = { command: '$', input: '<', output: '>' } as const;

function resolvePart(part: ShellPart, scope: Scope): Text {
  switch (part.kind) {
    case 'literal':
      return part.value === '' ? [] : [{ kind: 'literal', value: part.value }];
    case 'glob':
      return [{ kind: 'literal', value: part.value, glob: true }];
    case 'brace':
      return [dynamicHole(part.value, 'a brace expansion', part.span)];
    case 'placeholder':
      return [{ kind: 'placeholder', name: placeholderName(part.written), written: part.written, span: part.span }];
    case 'arithmetic':
      return [dynamicHole(part.text, 'an arithmetic result', part.span)];
    case 'substitution': {
      const programs = commandsOf(part.statements).flatMap((command) => command.words[0]?.text ?? []);
      const inner =
        programs.length === 0 ? 'a substitution' : `output of ${programs.map((name) => `\`${name}\``).join(', ')}`;
      const hole = dynamicHole(`${opener[part.form]}(${programs.join(' | ')})`, inner, part.span, programs);
      const variables = programs.every((name) => reshaping.has(name)) ? variablesIn(part.statements, scope) : [];
      if (variables.length === 0) return [hole];
      const login = loginIn(part.statements, (word) => resolveValue(word, scope));
      return [{ ...hole, variables, ...(login === undefined ? {} : { login }) }];
    }
    case 'variable':
      return resolveVariable(part, scope);
  }
}

type VariablePart = Extract<ShellPart, { kind: 'variable' }>;

function resolveVariable(part: VariablePart, scope: Scope): Text {
  const { name, span } = part;
  if (part.operator === 'other' || part.operator === 'again')
    return [dynamicHole(name, 'an expansion with an operation on the value', span)];
  const reason = scope.dynamic.get(name);
  if (reason !== undefined) return [dynamicHole(name, reason, span)];
  const word = positionalWord(name, scope);
  if (word === undefined && isSpecial(name)) return specialVariable(name, scope, part);
  const value = word ?? scope.values.get(name);
  const operand = part.operand === undefined ? undefined : resolveValue(part.operand, scope);
  if (part.operator === ':+' || part.operator === '+') {
    return [dynamicHole(name, 'text that depends on whether the variable is set', span)];
  }
  if (value !== undefined) {
    const unset = part.operator?.startsWith(':') === true && literalOf(value) === '';
    return unset && operand !== undefined && !part.operator?.includes('?') ? operand : value;
  }
  if (scope.full) return [dynamicHole(name, 'one of too many variables to follow', span)];
  if (operand === undefined || part.operator?.includes('?')) return [{ kind: 'variable', name, span }];
  const fallback = literalOf(operand);
  return [
    fallback === undefined
      ? dynamicHole(name, 'a default that is itself dynamic', span)
      : { kind: 'variable', name, fallback, span },
  ];
}

/** A script's own word where the command that starts it says it; one that is not given is empty. */
function positionalWord(name: string, { positional }: Scope): Text | undefined {
  if (typeof positional === 'string' || !/^[1-9]$/.test(name)) return undefined;
  return positional[Number(name) - 1] ?? [];
}

/** Programs that only give their input another form: what goes in comes out. */
const reshaping = new Set([
  'echo',
  'printf',
  'base64',
  'tr',
  'xxd',
  'cut',
  'head',
  'tail',
  'sed',
  'awk',
  'rev',
  'fold',
]);

/** Variables from outside that a substitution reads. */
function variablesIn(statements: readonly ShellStatement[], scope: Scope): readonly string[] {
  const names = new Set<string>();
  walkStatements(statements, {
    part: (part) => {
      const [piece] = part.kind === 'variable' ? resolveVariable(part, scope) : [];
      if (piece?.kind === 'variable') names.add(piece.name);
    },
  });
  return [...names];
}

const shellKept = new Set([
  '_',
  'OPTARG',
  'OPTIND',
  'MAPFILE',
  'COPROC',
  'DIRSTACK',
  'GROUPS',
  'HISTCMD',
  'SRANDOM',
  'EPOCHREALTIME',
  'PWD',
  'OLDPWD',
  'RANDOM',
  'SECONDS',
  'UID',
  'EUID',
  'PPID',
  'LINENO',
  'HOSTNAME',
  'IFS',
  'PATH',
  'REPLY',
  'FUNCNAME',
  'PIPESTATUS',
  'EPOCHSECONDS',
  'SHELL',
  'OSTYPE',
  'TMPDIR',
]);

function isSpecial(name: string): boolean {
  return !/^[A-Za-z_]\w*$/.test(name) || shellKept.has(name) || /^BASH(?:_|$|PID$)/.test(name) || name === 'HOME';
}

/** `$HOME` is `~`; `$1` of a block is the caller's first argument; the rest is known only to the running shell. */
function specialVariable(name: string, scope: Scope, part: VariablePart): Text {
  if (name === 'HOME') return [{ kind: 'literal', value: '~' }];
  const caller = /^[1-9]$/.test(name) && scope.positional === 'caller';
  if (caller) return [{ kind: 'variable', name: `ARG_${name}`, span: part.span }];
  return [dynamicHole(`$${name}`, 'a variable the shell itself keeps', part.span)];
}
