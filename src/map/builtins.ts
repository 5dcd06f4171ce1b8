import { diagnose } from '../ir/diagnostic.ts';
import { list, literal, object } from '../ir/expr.ts';
import { textExpr } from '../ir/expr-text.ts';
import { literalOf, type Text } from '../ir/text.ts';
import type { CommandWords, PlainDraft, Primitive } from './primitive.ts';

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

/** Options that make a builtin run, find, rename, read or write something; `-i` has every later value evaluated. */
const active: ReadonlyMap<string, RegExp> = new Map([
  ['compgen', /^-\w*[CFGW]/],
  ['complete', /^-\w*[CFGW]/],
  ['declare', /^-\w*[in]/],
  ['history', /^-\w*[anrw]/],
  ['local', /^-\w*[in]/],
  ['mapfile', /^-\w*C/],
  ['readarray', /^-\w*C/],
  ['typeset', /^-\w*[in]/],
  ['wait', /^-\w*p/],
]);

const builtin: Primitive = (command) => {
  const why = activeUse(command);
  if (why === undefined) return { kind: 'mapped', drafts: [builtinDraft(command)], diagnostics: [] };
  return { kind: 'unknown', reason: diagnose('map/tool-unclear', why, command.span) };
};

/** Why a use of a builtin is more than book-keeping of the shell. */
function activeUse({ words, assigns }: CommandWords): string | undefined {
  const name = literalOf(words[0] ?? []) ?? '';
  const rest = words.slice(1);
  if (name === 'alias' && rest.some((word) => startOf(word).includes('=')))
    return '`alias` changes what later commands mean';
  if (listing.has(name) && assigns !== true && printsVariables(name, rest))
    return `this form of \`${name}\` prints every variable, secrets too`;
  const option = active.get(name);
  if (option !== undefined && rest.some((word) => option.test(startOf(word))))
    return `this form of \`${name}\` is not modelled`;
  // Subscripts and arithmetic are expanded once more: `let 'a[$(id)]'` runs `id`.
  if (rest.some((word) => /\$\(|`/.test(startOf(word)))) return `\`${name}\` may run a command inside its words`;
  return undefined;
}

const listing = new Set(['declare', 'export', 'local', 'readonly', 'set', 'typeset']);

/** `set`, `export`, `declare -x`, `declare -p NAME`; `declare -f` shows functions only. */
function printsVariables(name: string, rest: readonly Text[]): boolean {
  if (name === 'set') return rest.length === 0;
  const options = rest.filter((word) => /^[-+]/.test(startOf(word))).map(startOf);
  if (options.some((option) => /^-\w*p/.test(option))) return true;
  return options.length === rest.length && !options.some((option) => /^-\w*[fF]/.test(option));
}

function startOf(text: Text): string {
  return text.map((piece) => (piece.kind === 'literal' ? piece.value : '')).join('');
}

export function builtinDraft(command: CommandWords): PlainDraft {
  return {
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
  };
}

export const shellBuiltins: ReadonlyMap<string, Primitive> = new Map(names.map((name) => [name, builtin]));
