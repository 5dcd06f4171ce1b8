import { type OptionTable, readOptions, type Unsupported, unsupported } from './options.ts';
import { canBeEmpty, patternFlaw } from './pattern-flaw.ts';

const sedTable: OptionTable = {
  flags: 'nEr',
  values: 'e',
  long: { quiet: 'n', silent: 'n', 'regexp-extended': 'E', expression: 'e' },
};

export function judgeSed(args: readonly string[]): readonly string[] | Unsupported {
  const read = readOptions(sedTable, args);
  if (read.kind === 'unsupported') return read;
  const scripts = read.values.get('e') ?? read.operands.slice(0, 1);
  for (const script of scripts) {
    const flaw = sedFlaw(script, read.flags.has('E') || read.flags.has('r'));
    if (flaw !== undefined) return unsupported(flaw);
  }
  if (scripts.length === 0) return unsupported('no script');
  const files = read.values.has('e') ? read.operands : read.operands.slice(1);
  const flags = [...read.flags].map((flag) => (flag === 'n' ? '-n' : '-E'));
  return [...new Set(flags), ...scripts.flatMap((script) => ['-e', script]), ...files];
}

/** Scripts of substitutions and plain line commands; everything that behaved otherwise is named here. */
function sedFlaw(script: string, extended: boolean): string | undefined {
  if (/[^\x20-\x7e\t\n]/.test(script)) return 'a script with other than plain ASCII';
  if (/\\[ULulE]/.test(script)) return 'a change of case';
  if (/\\[cdo<>`'wWbBsS+?]/.test(script) && !/^(?:[^\\]|\\[^cdo<>`'wWbB])*$/.test(script)) return 'an escape of GNU';
  if (/\\$/m.test(script)) return 'a backslash at the end of a line';
  const commands = splitSed(script);
  const odd = commands.find((command) => !plainSed.test(command));
  if (odd !== undefined) return `the command \`${odd.slice(0, 40)}\``;
  if (commands.some((command) => /^\s*(?:[0-9]+|\$)\s*,\s*\//.test(command))) return mixedRange;
  if (commands.some((command) => /^\s*\/(?:[^/\\\n]|\\.)+\/\s*,\s*[0-9]/.test(command))) return mixedRange;
  if (commands.some((command) => repeatsNothing(command, extended))) return 'a pattern that may match nothing';
  if (commands.some((command) => refersToNoGroup(command, extended))) return 'a reference to no group';
  const patterns = commands.flatMap(patternsOf);
  // The interpreter reads the patterns of addresses as basic ones even with -E.
  if (extended && commands.some((command) => addressesOf(command).some((pattern) => /[+?|(){}]/.test(pattern)))) {
    return 'an address with an extended pattern';
  }
  return patterns.map((pattern) => patternFlaw(pattern, extended)).find((flaw) => flaw !== undefined);
}

const mixedRange = 'lines between a number and a pattern';
const address = String.raw`(?:[1-9][0-9]*|\$|/(?:[^/\\\n]|\\.)+/)`;
const substitution = String.raw`s([/|#,@!:])(?:(?!\1)[^\\\n]|\\.)+\1(?:(?!\1)[^\\\n]|\\.)*\1(?:[1-9]|[gpI]*)`;
const plainSed = new RegExp(
  String.raw`^\s*(?:${address}(?:\s*,\s*${address})?)?\s*!?\s*(?:[pdq=]|${substitution})\s*$`,
);

/** At `;` and line ends that stand outside of a pattern. */
function splitSed(script: string): readonly string[] {
  const piece = new RegExp(String.raw`(?:${substitution}|/(?:[^/\\\n]|\\.)+/|[^;\n/])+`, 'g');
  return (script.match(piece) ?? []).filter((text) => text.trim() !== '');
}

function patternsOf(command: string): readonly string[] {
  const found = /s([/|#,@!:])((?:(?!\1)[^\\\n]|\\.)+)\1/.exec(command);
  return [...(found === null ? [] : [found[2] ?? '']), ...addressesOf(command)];
}

function addressesOf(command: string): readonly string[] {
  return [...command.matchAll(/(?:^|,)\s*\/((?:[^/\\\n]|\\.)+)\//g)].map((match) => match[1] ?? '');
}

function refersToNoGroup(command: string, extended: boolean): boolean {
  const found = /s([/|#,@!:])((?:(?!\1)[^\\\n]|\\.)+)\1((?:(?!\1)[^\\\n]|\\.)*)\1/.exec(command);
  const [pattern, replacement] = [found?.[2] ?? '', found?.[3] ?? ''];
  const groups = (extended ? pattern.replace(/\\./g, '').match(/\(/g) : pattern.match(/\\\(/g)) ?? [];
  return [...replacement.matchAll(/\\([1-9])/g)].some(([, digit]) => Number(digit) > groups.length);
}

function repeatsNothing(command: string, extended: boolean): boolean {
  const found = /s([/|#,@!:])((?:(?!\1)[^\\\n]|\\.)+)\1(?:(?!\1)[^\\\n]|\\.)*\1[pI]*[g1-9]/.exec(command);
  return found !== null && canBeEmpty(found[2] ?? '', extended);
}
