import type * as bash from 'unbash';
import { forEachChild } from 'unbash';
import type {
  ShellAssignment,
  ShellCommand,
  ShellCompound,
  ShellNode,
  ShellPart,
  ShellRedirect,
  ShellStatement,
  ShellWord,
} from '../ir/shell-program.ts';
import { maskedRun } from './angle-placeholders.ts';
import { type Origin, spanOf } from './origin.ts';

// One file, since words hold statements and statements hold words.

export function convertStatements(statements: readonly bash.Statement[], origin: Origin): readonly ShellStatement[] {
  return statements.map((statement) => ({
    kind: 'statement',
    node: convertNode(statement.command, origin),
    background: statement.background === true,
    span: spanOf(statement, origin),
  }));
}

function convertNode(node: bash.PipelineNode | bash.AndOr, origin: Origin): ShellNode {
  const span = spanOf(node, origin);
  switch (node.type) {
    case 'Pipeline': {
      const commands = node.commands.map((command) => convertNode(command, origin));
      const negated = node.prefixes.some((prefix) => prefix.type === 'Negation');
      const [only] = commands;
      return commands.length === 1 && only !== undefined && !negated
        ? only
        : { kind: 'pipeline', commands, negated, span };
    }
    case 'AndOr':
      return {
        kind: 'and-or',
        items: node.commands.map((item) => convertNode(item, origin)),
        operators: node.operators,
        span,
      };
    case 'Command':
      return convertCommand(node, origin);
    case 'Redirected': {
      const inner = convertNode(node.command, origin);
      const redirects = node.redirects.map((redirect) => convertRedirect(redirect, origin));
      return inner.kind === 'compound' ? { ...inner, redirects, span } : inner;
    }
    default:
      return convertCompound(node, origin);
  }
}

const declarations = new Set(['export', 'declare', 'local', 'readonly', 'typeset']);

/** `export A=1` keeps its assignments as assignments; elsewhere `a=b` after the command word is a word. */
function convertCommand(node: bash.Command, origin: Origin): ShellCommand {
  const assignments: ShellAssignment[] = [];
  const words: ShellWord[] = node.name === undefined ? [] : [convertWord(node.name, origin)];
  const declares = node.name !== undefined && declarations.has(node.name.value);
  for (const item of node.prefix) if (item.type === 'Assignment') assignments.push(convertAssignment(item, origin));
  for (const argument of node.args) {
    if (argument.type === 'Word') words.push(convertWord(argument, origin));
    else if (declares) assignments.push(convertAssignment(argument, origin));
    else words.push(assignmentAsWord(argument, origin));
  }
  const redirects = node.redirects.map((redirect) => convertRedirect(redirect, origin));
  return { kind: 'command', assignments, words, redirects, span: spanOf(node, origin) };
}

function assignmentAsWord(assignment: bash.Assignment, origin: Origin): ShellWord {
  const span = spanOf(assignment, origin);
  const value = convertAssignment(assignment, origin).value;
  const head = `${assignment.name}${assignment.append === true ? '+=' : '='}`;
  const prefix = { kind: 'literal', value: head, quoted: false, span } as const;
  return { parts: [prefix, ...(value?.parts ?? [])], text: assignment.text, span };
}

function convertAssignment(node: bash.Assignment, origin: Origin): ShellAssignment {
  const base = { name: node.name, append: node.append === true, span: spanOf(node, origin) };
  if (node.value.type === 'ArrayValue') {
    return { ...base, elements: node.value.elements.map((word) => convertWord(word, origin)) };
  }
  const value = convertWord(node.value, origin);
  return node.index === undefined
    ? { ...base, value }
    : { ...base, elements: [convertWord(node.index, origin), value] };
}

function convertRedirect(node: bash.Redirection, origin: Origin): ShellRedirect {
  const { descriptor } = node;
  const body = node.type === 'HereDoc' ? heredocWord(node, origin) : undefined;
  const target = node.type === 'HereDoc' ? undefined : node.target;
  return {
    operator: node.operator,
    ...(descriptor?.type === 'FileDescriptor' ? { descriptor: descriptor.value } : {}),
    ...(descriptor?.type === 'FileDescriptorVariable' ? { variable: descriptor.name } : {}),
    ...(target === undefined ? {} : { target: convertWord(target, origin) }),
    ...(body === undefined ? {} : { body }),
    span: spanOf(node, origin),
  };
}

type Compound = Exclude<bash.CommandNode, bash.Command | bash.Redirected>;

function convertCompound(node: Compound, origin: Origin): ShellCompound {
  const span = spanOf(node, origin);
  const words = (list: readonly bash.Word[] | undefined) => (list ?? []).map((word) => convertWord(word, origin));
  const block = (list: bash.CompoundList | undefined) =>
    list === undefined ? [] : [convertStatements(list.commands, origin)];
  const base = { kind: 'compound', redirects: [], span } as const;
  switch (node.type) {
    case 'If': {
      const elifs = node.elif.flatMap((elif) => [...block(elif.clause), ...block(elif.then)]);
      return {
        ...base,
        form: 'if',
        words: [],
        blocks: [...block(node.clause), ...block(node.then), ...elifs, ...block(node.else)],
      };
    }
    case 'For':
      return { ...base, form: 'for', name: node.name.value, words: words(node.wordlist), blocks: block(node.body) };
    case 'Select':
      return { ...base, form: 'select', name: node.name.value, words: words(node.wordlist), blocks: block(node.body) };
    case 'ArithmeticFor':
      return { ...base, form: 'arithmetic-for', words: arithmeticWord(node, origin), blocks: block(node.body) };
    case 'While':
      return { ...base, form: node.kind, words: [], blocks: [...block(node.clause), ...block(node.body)] };
    case 'Case': {
      const patterns = node.items.flatMap((item) => item.pattern);
      return {
        ...base,
        form: 'case',
        words: words([node.word, ...patterns]),
        blocks: node.items.flatMap((item) => block(item.body)),
      };
    }
    case 'Subshell':
      return { ...base, form: 'subshell', words: [], blocks: block(node.body) };
    case 'BraceGroup':
      return { ...base, form: 'group', words: [], blocks: block(node.body) };
    case 'Function':
      return { ...base, form: 'function', name: node.name.value, words: [], blocks: [bodyOf(node.body, origin)] };
    case 'Coproc':
      return {
        ...base,
        form: 'coproc',
        ...(node.name === undefined ? {} : { name: node.name.value }),
        words: [],
        blocks: [bodyOf(node.body, origin)],
      };
    case 'TestCommand':
      return { ...base, form: 'test', words: testWords(node.expression, origin), blocks: [] };
    case 'ArithmeticCommand':
      return { ...base, form: 'arithmetic', words: arithmeticWord(node, origin), blocks: [] };
  }
}

function bodyOf(body: bash.CommandNode | bash.CompoundList, origin: Origin): readonly ShellStatement[] {
  if (body.type === 'CompoundList') return convertStatements(body.commands, origin);
  return [{ kind: 'statement', node: convertNode(body, origin), background: false, span: spanOf(body, origin) }];
}

function arithmeticWord(node: bash.ArithmeticFor | bash.ArithmeticCommand, origin: Origin): readonly ShellWord[] {
  const parts = innerParts(node, origin);
  return [{ parts, text: origin.text.slice(node.pos, node.end), span: spanOf(node, origin) }];
}

function testWords(expression: bash.TestExpression, origin: Origin): readonly ShellWord[] {
  switch (expression.type) {
    case 'TestUnary':
      return [operatorWord(expression, origin), convertWord(expression.operand, origin)];
    case 'TestBinary':
      return [convertWord(expression.left, origin), convertWord(expression.right, origin)];
    case 'TestLogical':
      return expression.operands.flatMap((operand) => testWords(operand, origin));
    case 'TestNot':
      return testWords(expression.operand, origin);
    case 'TestGroup':
      return testWords(expression.expression, origin);
  }
}

/** `-f` of `[[ -f x ]]`, which makes its operand a file. */
function operatorWord({ pos, operator }: bash.TestUnaryExpression, origin: Origin): ShellWord {
  const span = spanOf({ pos, end: pos + operator.length }, origin);
  return { parts: [{ kind: 'literal', value: operator, quoted: false, span }], text: operator, span };
}

function convertWord(word: bash.Word, origin: Origin): ShellWord {
  const span = spanOf(word, origin);
  const text = origin.text.slice(word.pos, word.end);
  const parts =
    word.parts === undefined
      ? literalParts({ pos: word.pos, end: word.end, text: word.text, value: word.value }, false, origin)
      : word.parts.flatMap((part) => convertPart(part, false, origin));
  return { parts, text, span };
}

/** `<<-` removes leading tabs of each line; a quoted delimiter keeps the body literal. */
function heredocWord(node: bash.HereDoc, origin: Origin): ShellWord {
  const span = spanOf(node.body, origin);
  const text = origin.text.slice(node.body.pos, node.body.end);
  const strip = (value: string) => (node.operator === '<<-' ? value.replace(/^\t+/gm, '') : value);
  if (node.body.parts === undefined) {
    return { parts: [{ kind: 'literal', value: strip(text), quoted: true, span }], text, span };
  }
  const parts = node.body.parts.flatMap((part) => convertPart(part, true, origin));
  return {
    parts: parts.map((part) => (part.kind === 'literal' ? { ...part, value: strip(part.value) } : part)),
    text,
    span,
  };
}

function convertPart(part: bash.WordPart, quoted: boolean, origin: Origin): readonly ShellPart[] {
  const span = spanOf(part, origin);
  switch (part.type) {
    case 'Literal':
      return literalParts(part, quoted, origin);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return literalParts(part, true, origin);
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.length === 0
        ? [{ kind: 'literal', value: '', quoted: true, span }]
        : part.parts.flatMap((child) => convertPart(child, true, origin));
    case 'Glob':
    case 'ExtendedGlob':
      return [{ kind: 'glob', value: origin.text.slice(part.pos, part.end), span }, ...innerParts(part, origin)];
    case 'BraceExpansion':
      // Substitutions inside run too: they follow as parts of their own.
      return [{ kind: 'brace', value: origin.text.slice(part.pos, part.end), span }, ...innerParts(part, origin)];
    case 'SimpleExpansion':
      return [{ kind: 'variable', name: part.text.slice(1), quoted, span }];
    case 'ParameterExpansion':
      return [parameterPart(part, quoted, origin)];
    case 'CommandExpansion':
      return [substitution(part.script, 'command', quoted, origin, span)];
    case 'ProcessSubstitution':
      return [substitution(part.script, part.operator === '<' ? 'input' : 'output', quoted, origin, span)];
    case 'ArithmeticExpansion':
      return [{ kind: 'arithmetic', text: part.text, quoted, parts: innerParts(part, origin), span }];
  }
}

function parameterPart(part: bash.ParameterExpansionPart, quoted: boolean, origin: Origin): ShellPart {
  const span = spanOf(part, origin);
  const base = { kind: 'variable', name: part.parameter, quoted, span } as const;
  const operation = part.operation;
  if (part.prefix === undefined && part.index === undefined && operation === undefined) return base;
  if (part.prefix === undefined && part.index === undefined && operation?.type === 'Default') {
    return { ...base, operator: operation.operator, operand: convertWord(operation.operand, origin) };
  }
  // Slices, replacements, indices: opaque, but substitutions inside still run, so they are kept as the operand.
  const inner = innerParts(part, origin);
  const operand = { parts: inner, text: part.text, span };
  const operator = expandsAgain(part) ? 'again' : 'other';
  return inner.length === 0 ? { ...base, operator } : { ...base, operator, operand };
}

/** `${x@P}` is expanded like a prompt; quotes in a subscript or a slice do not keep `$( )` from running. */
function expandsAgain({ text, index, operation }: bash.ParameterExpansionPart): boolean {
  if (operation?.type === 'Transform') return operation.operand.text.includes('P');
  const evaluated = index !== undefined || operation?.type === 'Slice' || operation?.type === 'Unknown';
  return evaluated && /['\\]/.test(text) && /\$\(|`/.test(text);
}

/** A script inside escaped backticks has offsets of its own: its nodes take the span of the whole substitution. */
function substitution(
  script: bash.ParsedScript | undefined,
  form: 'command' | 'input' | 'output',
  quoted: boolean,
  origin: Origin,
  span: ShellPart['span'],
): ShellPart {
  const inner: Origin =
    script?.source === undefined ? origin : { text: script.source, source: origin.source, locate: () => span.start };
  return { kind: 'substitution', form, statements: convertStatements(script?.commands ?? [], inner), quoted, span };
}

/** Variables and substitutions anywhere inside an expression. */
function innerParts(node: bash.SyntaxNode, origin: Origin): readonly ShellPart[] {
  const found: ShellPart[] = [];
  const visit = (child: bash.SyntaxNode): void => {
    switch (child.type) {
      case 'CompoundList':
        return;
      case 'SimpleExpansion':
      case 'ParameterExpansion':
      case 'CommandExpansion':
      case 'ProcessSubstitution':
        found.push(...convertPart(child, true, origin));
        return;
      case 'ArithmeticCommandExpansion':
        found.push(substitution(child.script, 'command', true, origin, spanOf(child, origin)));
        return;
      default:
        forEachChild(child, visit);
    }
  };
  forEachChild(node, visit);
  return found;
}

interface LiteralNode {
  readonly pos: number;
  readonly end: number;
  readonly text: string;
  readonly value: string;
}

/** Splits masked stand-ins out of a literal; the k-th run of the value is the k-th run of the text. */
function literalParts(node: LiteralNode, quoted: boolean, origin: Origin): readonly ShellPart[] {
  const span = spanOf(node, origin);
  if (!node.value.includes('\uE000')) return [{ kind: 'literal', value: node.value, quoted, span }];
  const written = [...node.text.matchAll(maskedRun)].map((run) => {
    const start = node.pos + run.index;
    return { start, end: start + run[0].length };
  });
  const parts: ShellPart[] = [];
  let from = 0;
  for (const [index, run] of [...node.value.matchAll(maskedRun)].entries()) {
    if (run.index > from) parts.push({ kind: 'literal', value: node.value.slice(from, run.index), quoted, span });
    const place = written[index] ?? { start: node.pos, end: node.end };
    const at = spanOf({ pos: place.start, end: place.end }, origin);
    parts.push({ kind: 'placeholder', written: origin.text.slice(place.start, place.end), span: at });
    from = run.index + run[0].length;
  }
  if (from < node.value.length) parts.push({ kind: 'literal', value: node.value.slice(from), quoted, span });
  return parts;
}
