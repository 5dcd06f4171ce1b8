import { nothing, type Reading, refusedBy, touch, unclear } from './reading.ts';

type DotCommand = (args: readonly string[]) => Reading;

const plain: DotCommand = () => nothing;
const starts: DotCommand = () => refusedBy('starts a program');
const notRead =
  (reason: string): DotCommand =>
  () =>
    unclear(reason);

/** `file:`, `|command`: not a plain file. */
function named(path: string | undefined, ...kinds: readonly ('read' | 'write')[]): Reading {
  if (path === undefined || /^(stdout|stderr|off|on)$/.test(path)) return nothing;
  if (path.startsWith('|')) return refusedBy(`\`${path}\` starts a program`);
  return /^(file:|-)/i.test(path) ? unclear(`\`${path}\` is no plain file`) : touch(path, ...kinds);
}

const output: DotCommand = (args) => {
  const rest = args.filter((word) => word !== '--bom');
  return rest.length > 1 ? unclear('a form of the command that is not known') : named(rest[0], 'write');
};

const lastFile =
  (...kinds: readonly ('read' | 'write')[]): DotCommand =>
  (args) =>
    named(args.at(-1), ...kinds);

const importFile: DotCommand = (args) => {
  const rest = args.filter((word) => !/^(--csv|--ascii|-v)$/.test(word));
  const skip = rest[0] === '--skip' ? 2 : 0;
  return rest.length - skip === 2 ? named(rest[skip], 'read') : unclear('a form of `.import` that is not known');
};

/** Commands of the sqlite3 shell. A name may be cut short, so every name counts, also of those that are not read. */
const commands: ReadonlyMap<string, DotCommand> = new Map<string, DotCommand>([
  ...[
    'bail',
    'binary',
    'changes',
    'check',
    'crlf',
    'crnl',
    'databases',
    'dbconfig',
    'dbinfo',
    'dbtotxt',
    'dump',
    'echo',
    'eqp',
    'exit',
    'expert',
    'explain',
    'fullschema',
    'headers',
    'help',
    'indexes',
    'indices',
    'intck',
    'limit',
    'lint',
    'mode',
    'nullvalue',
    'parameter',
    'print',
    'progress',
    'prompt',
    'quit',
    'recover',
    'scanstats',
    'schema',
    'separator',
    'sha3sum',
    'show',
    'stats',
    'tables',
    'timeout',
    'timer',
    'version',
    'vfsinfo',
    'vfslist',
    'vfsname',
    'width',
  ].map((name): [string, DotCommand] => [name, plain]),
  ...['shell', 'system', 'excel', 'www'].map((name): [string, DotCommand] => [name, starts]),
  ['load', () => refusedBy('loads code')],
  ['output', output],
  ['once', output],
  ['log', output],
  ['trace', output],
  ['iotrace', output],
  ['backup', lastFile('write')],
  ['save', lastFile('write')],
  ['clone', lastFile('write')],
  ['restore', lastFile('read')],
  ['open', lastFile('read', 'write')],
  ['import', importFile],
  ['read', ([file]) => (file?.startsWith('|') ? named(file) : unclear('`.read` runs a file of statements'))],
  ...['archive', 'ar', 'auth', 'cd', 'connection', 'filectrl', 'imposter', 'nonce', 'selftest', 'session'].map(
    (name): [string, DotCommand] => [name, notRead(`\`.${name}\` is not modelled`)],
  ),
  ...['testctrl', 'unmodule', 'user'].map((name): [string, DotCommand] => [
    name,
    notRead(`\`.${name}\` is not modelled`),
  ]),
]);

/** One line that starts with a dot. */
export function readDotCommand(line: string): Reading {
  const words = dotWords(line.trim().slice(1));
  const [name, ...args] = words ?? [];
  if (name === undefined) return unclear(`\`${line.trim()}\` cannot be read`);
  const command = commandNamed(name);
  return typeof command === 'function' ? command(args) : command;
}

/** The whole name, or the only thing that all names with this beginning do. */
function commandNamed(name: string): DotCommand | Reading {
  const exact = commands.get(name);
  if (exact !== undefined) return exact;
  const found = new Set([...commands].filter(([full]) => full.startsWith(name)).map(([, command]) => command));
  const [only] = found;
  if (found.has(starts)) return refusedBy(`\`.${name}\` may start a program`);
  return found.size === 1 && only !== undefined ? only : unclear(`\`.${name}\` may mean several commands`);
}

/** Words in blanks and quotes; a backslash has its own meaning in some of them. */
function dotWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    const char = line.charAt(at);
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    const quote = char === '"' || char === "'" ? char : '';
    const found = quote === '' ? line.slice(at).search(/\s|$/) + at : line.indexOf(quote, at + 1);
    if (found < 0) return undefined;
    words.push(line.slice(at + quote.length, found));
    at = found + quote.length;
  }
  return line.includes('\\') ? undefined : words;
}
