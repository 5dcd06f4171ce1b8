import { span } from './plan-shape.ts';
import { byKind, flag, later, list, number, only, optional, record, type Shape, text } from './shape.ts';
import type {
  ShellAssignment,
  ShellCommand,
  ShellCompound,
  ShellNode,
  ShellPart,
  ShellProgram,
  ShellRedirect,
  ShellStatement,
  ShellWord,
} from './shell-program.ts';

type PartOf<K extends ShellPart['kind']> = Extract<ShellPart, { readonly kind: K }>;
type NodeOf<K extends ShellNode['kind']> = Extract<ShellNode, { readonly kind: K }>;

const statements: Shape<readonly ShellStatement[]> = later(() => list(statement));

const part: Shape<ShellPart> = byKind<ShellPart>({
  literal: record<PartOf<'literal'>>({ kind: only('literal'), value: text, quoted: flag, span }),
  placeholder: record<PartOf<'placeholder'>>({ kind: only('placeholder'), written: text, span }),
  glob: record<PartOf<'glob'>>({ kind: only('glob'), value: text, span }),
  brace: record<PartOf<'brace'>>({ kind: only('brace'), value: text, span }),
  variable: record<PartOf<'variable'>>({
    kind: only('variable'),
    name: text,
    quoted: flag,
    operator: optional(only(':-', '-', ':=', '=', ':?', '?', ':+', '+', 'other', 'again')),
    operand: optional(later(() => shellWord)),
    span,
  }),
  substitution: record<PartOf<'substitution'>>({
    kind: only('substitution'),
    form: only('command', 'input', 'output'),
    statements,
    quoted: flag,
    span,
  }),
  arithmetic: record<PartOf<'arithmetic'>>({
    kind: only('arithmetic'),
    text,
    quoted: flag,
    parts: list(later(() => part)),
    span,
  }),
});

export const shellWord: Shape<ShellWord> = record<ShellWord>({ parts: list(part), text, span });

const redirect = record<ShellRedirect>({
  operator: only('>', '>>', '<', '<>', '<&', '>&', '>|', '&>', '&>>', '<<<', '<<', '<<-'),
  descriptor: optional(number),
  variable: optional(text),
  target: optional(shellWord),
  body: optional(shellWord),
  span,
});

const assignment = record<ShellAssignment>({
  name: text,
  append: flag,
  value: optional(shellWord),
  elements: optional(list(shellWord)),
  span,
});

const node: Shape<ShellNode> = byKind<ShellNode>({
  command: record<ShellCommand>({
    kind: only('command'),
    assignments: list(assignment),
    words: list(shellWord),
    redirects: list(redirect),
    span,
  }),
  pipeline: record<NodeOf<'pipeline'>>({
    kind: only('pipeline'),
    commands: list(later(() => node)),
    negated: flag,
    span,
  }),
  'and-or': record<NodeOf<'and-or'>>({
    kind: only('and-or'),
    items: list(later(() => node)),
    operators: list(only('&&', '||')),
    span,
  }),
  compound: record<ShellCompound>({
    kind: only('compound'),
    form: only(
      'if',
      'for',
      'arithmetic-for',
      'select',
      'while',
      'until',
      'case',
      'subshell',
      'group',
      'function',
      'coproc',
      'test',
      'arithmetic',
    ),
    name: optional(text),
    words: list(shellWord),
    blocks: list(statements),
    redirects: list(redirect),
    span,
  }),
});

const statement: Shape<ShellStatement> = record<ShellStatement>({
  kind: only('statement'),
  node,
  background: flag,
  comment: optional(text),
  span,
});

const unread = record<NonNullable<ShellProgram['unread']>>({ lines: number, reason: text });

export const shellProgram = record<ShellProgram>({
  kind: only('program'),
  text,
  statements,
  unread: optional(unread),
  span,
});
