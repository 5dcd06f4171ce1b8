import { list, literal, object } from '../ir/expr.ts';
import { textExpr } from '../ir/expr-text.ts';
import type { Primitive } from './primitive.ts';

/** Words the shell itself runs. They touch nothing outside the program; what they assign is followed by the resolver. */
const names = [
  ':',
  'alias',
  'bg',
  'break',
  'cd',
  'compgen',
  'complete',
  'continue',
  'declare',
  'dirs',
  'disown',
  'exit',
  'export',
  'fg',
  'getopts',
  'hash',
  'help',
  'history',
  'jobs',
  'let',
  'local',
  'mapfile',
  'popd',
  'pushd',
  'read',
  'readarray',
  'readonly',
  'return',
  'set',
  'shift',
  'shopt',
  'times',
  'type',
  'typeset',
  'ulimit',
  'umask',
  'unalias',
  'unset',
  'wait',
] as const;

const builtin: Primitive = (command) => ({
  kind: 'mapped',
  drafts: [
    {
      kind: 'plain',
      capability: 'text.transform',
      args: object({
        command: textExpr(command.words[0] ?? []),
        args: list(command.words.slice(1).map(textExpr)),
        builtin: literal(true),
      }),
      effects: [],
      understanding: 'mapped',
      span: command.span,
    },
  ],
  diagnostics: [],
});

export const shellBuiltins: ReadonlyMap<string, Primitive> = new Map(names.map((name) => [name, builtin]));
