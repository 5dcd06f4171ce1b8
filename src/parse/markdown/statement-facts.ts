import type { ShellAssignment, ShellCommand, ShellStatement, ShellWord } from '../../ir/shell-program.ts';
import { commandsOf, walkNode, walkWord } from '../../shell/walk.ts';
import { literalWord, mentionsOf } from './setup-lines.ts';

/** What one top-level statement has to do with the others of its block. */
export interface StatementFacts {
  /** Only sets the stage: assignments, `export`, `set`, `source`, a function's definition. */
  readonly preamble: boolean;
  readonly isCd: boolean;
  /** Whether a preamble does more than set the stage: `TOKEN=$(curl …)`, `source setup.sh`, `> file`. */
  readonly runs: boolean;
  /** `exec 3>f`: holds for every command after it. */
  readonly redirectsShell: boolean;
  /** Assignments of a preamble whose value is text and variables only. */
  readonly bindings: readonly ShellAssignment[];
  readonly exported: boolean;
  /** Variables that get a value which only a run can tell. */
  readonly computes: ReadonlySet<string>;
  readonly reads: ReadonlySet<string>;
  readonly defines: ReadonlySet<string>;
  readonly unsets: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  readonly mentions: readonly string[];
}

/** A line that is no command has to do with no other. */
export const inert: StatementFacts = {
  preamble: true,
  isCd: false,
  runs: false,
  redirectsShell: false,
  bindings: [],
  exported: false,
  computes: new Set(),
  reads: new Set(),
  defines: new Set(),
  unsets: new Set(),
  calls: new Set(),
  writes: new Set(),
  mentions: [],
};

const stageWords: ReadonlySet<string> = new Set([
  'export',
  'declare',
  'typeset',
  'readonly',
  'local',
  'set',
  'source',
  '.',
  'shopt',
  'unset',
  'umask',
  'alias',
  'true',
  ':',
  'exit',
  '...',
  '…',
]);

export function factsOf(statement: ShellStatement): StatementFacts {
  const { node } = statement;
  const computes = new Set<string>();
  const reads = new Set<string>();
  const defines = new Set<string>();
  const unsets = new Set<string>();
  const writes = new Set<string>();
  const bindings = preambleAssignments(statement);
  walkNode(node, {
    part: (part) => {
      if (part.kind === 'variable') reads.add(part.name);
    },
    node: (inner) => {
      if (inner.kind !== 'compound' || inner.name === undefined) return;
      (inner.form === 'function' ? defines : computes).add(inner.name);
    },
    command: (command) => {
      for (const name of computedBy(command, bindings)) computes.add(name);
      if (command.words[0]?.text === 'unset') for (const { text } of command.words.slice(1)) unsets.add(text);
      for (const path of writtenBy(command)) writes.add(path);
    },
    redirect: ({ operator, target, variable }) => {
      if (variable !== undefined) computes.add(variable);
      const path = target === undefined ? undefined : literalWord(target);
      const duplicates = operator === '>&' && /^\d+-?$/.test(path ?? '');
      if (path !== undefined && /^(?:>|>>|>\||>&|<>|&>|&>>)$/.test(operator) && !duplicates) writes.add(path);
    },
  });
  const first = node.kind === 'command' && node.words[0] !== undefined ? literalWord(node.words[0]) : undefined;
  return {
    preamble: isPreamble(statement, first),
    isCd: first === 'cd' || first === 'pushd',
    runs: runsMore(statement, first),
    redirectsShell: redirectsShell(statement),
    bindings,
    exported: first === 'export',
    computes,
    reads,
    defines,
    unsets,
    calls: new Set(commandsOf([statement]).flatMap(({ words }) => (words[0] === undefined ? [] : [words[0].text]))),
    writes: new Set([...writes].filter((path) => path.length > 1 && !path.startsWith('/dev/'))),
    mentions: mentionsOf([statement]),
  };
}

function isPreamble(statement: ShellStatement, first: string | undefined): boolean {
  const { node } = statement;
  if (node.kind === 'compound') return node.form === 'function';
  if (node.kind !== 'command') return false;
  if ((first === 'source' || first === '.') && node.words.some(runsCommands)) return false;
  return first === undefined ? node.words.length === 0 && node.redirects.length === 0 : stageWords.has(first);
}

/** What a function would do is done where it is called. */
function runsMore(statement: ShellStatement, first: string | undefined): boolean {
  const { node } = statement;
  if (node.kind !== 'command') return false;
  if (first === 'source' || first === '.' || first === 'alias' || node.redirects.length > 0) return true;
  return commandsOf([statement]).length > 1;
}

/** `source <(curl …)` runs what comes out of it: that is no preparation of anything. */
function runsCommands({ parts }: ShellWord): boolean {
  return parts.some(({ kind }) => kind === 'substitution');
}

function redirectsShell({ node }: ShellStatement): boolean {
  if (node.kind !== 'command' || node.redirects.length === 0) return false;
  return /^(?:(?:command|builtin) )*exec$/.test(node.words.map((word) => literalWord(word) ?? '').join(' '));
}

/** The assignments of a statement that is nothing else, where their values are text and variables. */
function preambleAssignments({ node }: ShellStatement): readonly ShellAssignment[] {
  if (node.kind !== 'command') return [];
  const [word] = node.words;
  if (word !== undefined && !/^(?:export|declare|readonly|typeset)$/.test(word.text)) return [];
  return node.assignments.filter(({ value, append }) => !append && value !== undefined && isStatic(value));
}

/** No substitution and no arithmetic anywhere inside. */
function isStatic(word: ShellWord): boolean {
  let found = true;
  walkWord(word, {
    part: (part) => {
      if (part.kind === 'substitution' || part.kind === 'arithmetic') found = false;
      if (part.kind === 'variable' && part.operator === 'other') found = false;
    },
  });
  return found;
}

/** Variables a command sets, those of a plain preamble left out. Assignments in front of a command last only for it. */
function computedBy(command: ShellCommand, bindings: readonly ShellAssignment[]): readonly string[] {
  const [word, ...args] = command.words.map((one) => one.text);
  const lasting = word === undefined || /^(?:export|declare|readonly|typeset|local)$/.test(word);
  const assigned = lasting ? command.assignments.filter((one) => !bindings.includes(one)).map(({ name }) => name) : [];
  if (word === 'read' || word === 'mapfile' || word === 'readarray')
    return [...assigned, ...args.filter((arg) => /^[A-Za-z_]\w*$/.test(arg))];
  if (word === 'printf' && args[0] === '-v') return [...assigned, args[1] ?? ''];
  return assigned;
}

/** Files named by the options that write them. */
function writtenBy(command: ShellCommand): readonly string[] {
  const words = command.words.map(literalWord);
  const after = (pattern: RegExp) =>
    words.flatMap((word, index) => (word !== undefined && pattern.test(word) ? [words[index + 1]] : []));
  const named = ((): readonly (string | undefined)[] => {
    switch (words[0]) {
      case 'curl':
        return after(/^(?:-o|--output|-[a-zA-Z]*o|-c|-D)$/);
      case 'wget':
        return after(/^-O$/);
      case 'tee':
        return words.slice(1).filter((word) => word?.startsWith('-') !== true);
      case 'cp':
      case 'mv':
        return [words.at(-1)];
      default:
        return after(/^(?:-o|--out|--output|--output-file|--outfile)$/);
    }
  })();
  return named.filter((path) => path !== undefined).filter((path) => path !== '' && !path.startsWith('-'));
}
