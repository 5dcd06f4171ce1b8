import type { ShellCommand, ShellNode, ShellStatement, ShellWord } from '../../ir/shell-program.ts';
import { commandsOf, walkNode, walkStatements } from '../../shell/walk.ts';

/** Why the variable of `{fd}>f` is open. */
export const openedDescriptor = 'a descriptor that the shell opens';

/** Names that a statement may assign somewhere inside, with why their value is then open. */
export function namesAssignedInside(node: ShellNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  walkNode(node, {
    command: (command) => {
      for (const assignment of command.assignments) {
        if (command.words.length === 0 || declares(command)) names.set(assignment.name, 'assigned under control flow');
      }
      for (const name of namesReadBy(command)) names.set(name, `read by \`${command.words[0]?.text ?? ''}\``);
    },
    node: (inner) => {
      if (inner.kind === 'compound' && /^(?:arithmetic|arithmetic-for|test)$/.test(inner.form)) {
        for (const word of inner.words)
          for (const name of arithmeticNames(word.text)) names.set(name, 'assigned by arithmetic');
      }
      if (inner.kind === 'compound' && inner.name !== undefined && inner.form !== 'function')
        names.set(inner.name, 'a loop variable');
    },
    redirect: ({ variable }) => {
      if (variable !== undefined) names.set(variable, openedDescriptor);
    },
    part: (part) => {
      if (part.kind === 'arithmetic')
        for (const name of arithmeticNames(part.text)) names.set(name, 'assigned by arithmetic');
      if (part.kind === 'variable' && (part.operator === '=' || part.operator === ':='))
        names.set(part.name, 'assigned by its own default');
    },
  });
  return names;
}

/** Every name in an expression that assigns anything. */
export function arithmeticNames(text: string): readonly string[] {
  if (!/(?:^|[^=!<>])=(?!=)|\+\+|--/.test(text)) return [];
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}

/** A command's words with quotes removed, behind `command` and `builtin`: `\\cd ..` and `command cd ..` are `cd ..`. */
export function plainWords(command: ShellCommand): readonly string[] {
  const words = command.words.map(wordValue);
  let at = 0;
  while (words[at] === 'command' || words[at] === 'builtin') {
    at++;
    while (words[at] === '-p' || words[at] === '--') at++;
  }
  return words.slice(at);
}

/** The first of `plainWords`, without reading the others. */
export function programWord({ words }: ShellCommand): string {
  let at = 0;
  let value = words[0] === undefined ? '' : wordValue(words[0]);
  while (value === 'command' || value === 'builtin' || (at > 0 && (value === '-p' || value === '--'))) {
    at++;
    const word = words[at];
    value = word === undefined ? '' : wordValue(word);
  }
  return value;
}

/** Undefined parts stay as they are written. */
function wordValue(word: ShellWord): string {
  const [only, second] = word.parts;
  if (only?.kind === 'literal' && second === undefined) return only.value;
  const literal = word.parts.every((part) => part.kind === 'literal');
  return literal ? word.parts.map((part) => (part.kind === 'literal' ? part.value : '')).join('') : word.text;
}

const declaring = new Set(['export', 'declare', 'local', 'readonly', 'typeset']);

export function declares(command: ShellCommand): boolean {
  return declaring.has(command.words[0]?.text ?? '');
}

/** `export A=1 B`, `declare -x A`. */
export function namesExportedBy(command: ShellCommand): readonly string[] {
  if (!declaring.has(programWord(command))) return [];
  const [program = '', ...words] = plainWords(command);
  const exports = program === 'export' || (declaring.has(program) && words.some((word) => /^-\w*x/.test(word)));
  if (!exports) return [];
  return [
    ...command.assignments.map(({ name }) => name),
    ...words.flatMap((word) => /^([A-Za-z_]\w*)(?:\+?=|$)/.exec(word)?.[1] ?? []),
  ];
}

const readers = new Set(['read', 'mapfile', 'readarray', 'getopts', 'unset', 'printf', 'let']);

/** `read -r a b` and its like assign the names among their words; `command export a=b` and `eval 'a=b'` do it too. */
export function namesReadBy(command: ShellCommand): readonly string[] {
  const first = programWord(command);
  if (first !== 'eval' && !declaring.has(first) && !readers.has(first)) return [];
  const [program = '', ...words] = plainWords(command);
  if (program === 'eval') return namesIn(words.join(' '));
  if (declaring.has(program) && words.some((word) => /^-\w*n/.test(word)))
    return [...command.assignments.map(({ value }) => value?.text ?? ''), ...words, ...namesIn(words.join(' '))];
  if (declaring.has(program)) return namesIn(words.join(' '));
  if (!readers.has(program)) return [];
  if (program === 'printf')
    return words.flatMap((word, at) => (word === '-v' ? (words[at + 1] ?? []) : (/^-v(\w+)$/.exec(word)?.[1] ?? [])));
  if (program === 'let') return words.flatMap((word) => /^["']?([A-Za-z_]\w*)\s*[-+*/%]?=/.exec(word)?.[1] ?? []);
  return words.filter((word) => /^[A-Za-z_]\w*$/.test(word));
}

/** Every name that the text may assign. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\b([A-Za-z_]\w*)(?:\[[^\]]{0,64}\])?\+?=/g)].flatMap((match) => match[1] ?? []);
}

/** Assigned more than once in the program, what holds before it included: which value counts is then a question of flow. */
export function namesAssignedOften(
  statements: readonly ShellStatement[],
  bindings: readonly { readonly name: string }[],
): ReadonlySet<string> {
  const seen = new Set(bindings.map(({ name }) => name));
  const often = new Set<string>();
  for (const command of commandsOf(statements)) {
    if (command.words.length > 0 && !declares(command)) continue;
    for (const { name } of command.assignments) {
      if (seen.has(name)) often.add(name);
      seen.add(name);
    }
  }
  return often;
}

/** `eval "$x"`, `declare "$n=v"`, `read "$x"`: which names it assigns is not in the text. */
export function rewritesNames(command: ShellCommand): boolean {
  const program = programWord(command);
  if (program !== 'eval' && !declaring.has(program) && !readers.has(program)) return false;
  const open = command.words.slice(1).filter((word) => word.parts.some((part) => part.kind !== 'literal'));
  if (program !== 'printf') return open.length > 0;
  return command.words.slice(1).some((word) => word.text.startsWith('-v')) && open.length > 0;
}

export interface DefinedFunction {
  readonly name: string;
  /** From here on a call can only mean the function; undefined when control flow decides, or `unset` may undo it. */
  readonly certainFrom?: number;
  readonly changesDirectory: boolean;
}

export function functionsOf(statements: readonly ShellStatement[]): ReadonlyMap<string, DefinedFunction> {
  const found = new Map<string, DefinedFunction>();
  walkStatements(statements, {
    node: (node) => {
      if (node.kind !== 'compound' || node.form !== 'function' || node.name === undefined) return;
      const changesDirectory = node.blocks.some((block) => commandsOf(block).some(movesAway));
      const before = found.get(node.name)?.changesDirectory === true;
      found.set(node.name, { name: node.name, changesDirectory: changesDirectory || before });
    },
  });
  if (found.size === 0) return found;
  const undone = commandsOf(statements).flatMap((command) => {
    const [program, ...words] = plainWords(command);
    return program === 'unset' ? words : [];
  });
  for (const { node, background } of statements) {
    if (node.kind !== 'compound' || node.form !== 'function' || node.name === undefined || background) continue;
    const known = found.get(node.name);
    const certain = !undone.some((word) => word === node.name || !/^[-\w]+$/.test(word));
    if (known !== undefined && known.certainFrom === undefined && certain)
      found.set(node.name, { ...known, certainFrom: node.span.end });
  }
  return found;
}

const moving = new Set(['cd', 'pushd', 'popd']);

/** `cd` and its like, by whatever spelling; `eval` where its text has one. */
export function movesAway(command: ShellCommand): boolean {
  const program = programWord(command);
  if (program !== 'eval') return moving.has(program);
  return /\b(?:cd|pushd|popd)\b/.test(plainWords(command).slice(1).join(' '));
}
