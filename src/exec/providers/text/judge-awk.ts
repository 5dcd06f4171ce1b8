import { readOptions, spelled, type Unsupported, unsupported } from './options.ts';
import { patternFlaw } from './pattern-flaw.ts';

export function judgeAwk(args: readonly string[]): readonly string[] | Unsupported {
  const read = readOptions({ flags: '', values: 'Fv' }, stopAtProgram(args));
  if (read.kind === 'unsupported') return read;
  const [program, ...files] = args.slice(stopAtProgram(args).length);
  if (program === undefined || program.startsWith('-') || read.operands.length > 0) return unsupported('no program');
  const flaw = awkFlaw(program);
  if (flaw !== undefined) return unsupported(flaw);
  const separator = read.values.get('F') ?? [];
  if (separator.some((value) => value.length !== 1 || /[\\|^$.*+?()[\]{}]/.test(value)))
    return unsupported('this separator');
  if ((read.values.get('v') ?? []).some((value) => !/^[A-Za-z_][A-Za-z0-9_]*=[^\\]*$/.test(value))) {
    return unsupported('this variable');
  }
  return [...spelled({ ...read, operands: [] }), program, ...files];
}

/** The words in front of the program. */
function stopAtProgram(args: readonly string[]): readonly string[] {
  let at = 0;
  while (at < args.length && /^-[Fv]/.test(args[at] ?? '')) at += (args[at] ?? '').length === 2 ? 2 : 1;
  return args.slice(0, at);
}

const awkNames =
  /\b(?:int|rand|srand|sin|cos|atan2|exp|log|sqrt|system|close|fflush|getline|ENVIRON|ARGV|ARGC|RS|SUBSEP|CONVFMT|OFMT|FILENAME|FNR|nextfile|strftime|systime|mktime|gensub|patsplit|asort|asorti|and|or|xor|compl|lshift|rshift|strtonum|PROCINFO|SYMTAB|FUNCTAB|FPAT|FIELDWIDTHS|IGNORECASE|RT|switch|case)\b/;
const awkRegex = /(^|[~(,{};!&|]|\n)([ \t]*)\/((?:[^/\\\n]|\\.)+)\//g;

/** A program without the parts that answered otherwise: those are named here. */
function awkFlaw(program: string): string | undefined {
  if (/[^\x20-\x7e\t\n]/.test(program)) return 'a program with other than plain ASCII';
  const strings = program.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
  const regexes = [...strings.matchAll(awkRegex)].map((found) => found[3] ?? '');
  const code = strings.replace(awkRegex, '$1$2 0 ');
  const odd = awkNames.exec(code)?.[0];
  if (odd !== undefined) return `\`${odd}\` in a program`;
  if (/\bNF\s*(?:[-+*/%]?=(?!=)|\+\+|--)|(?:\+\+|--)\s*NF\b/.test(code)) return 'a change of `NF`';
  if (/[^{};\s]\s*\bsplit\s*\(/.test(code)) return 'the number that `split` gives';
  if (/\blength\b(?!\s*\()/.test(code)) return '`length` without brackets';
  if (/[<>]=?\s*""|""\s*[<>]/.test(code)) return 'a comparison with a text';
  if (/\bprintf?\b[^;}\n]*>/.test(code)) return 'a `>` after `print`';
  if (/[|@\\#]|\*\*/.test(code.replaceAll('||', ''))) return 'an operator that was not compared';
  // From before the first character on, versions disagree; where it begins must show.
  const starts = [...code.matchAll(/\bsubstr\s*\((?:[^,()]|\([^()]*\))*,\s*([^,)]*)/g)].map(([, start = '']) => start);
  if (starts.some((start) => !/^(?:[1-9][0-9]*|[A-Za-z_]\w*(?:\s*\+\s*[1-9][0-9]*)?|index\(.*)\s*$/.test(start)))
    return 'this `substr`';
  if (/printf/.test(code) && /%[-+ #0-9.*]*[^sdf%\-+ #0-9.*]/.test(program)) return 'a format other than %s, %d and %f';
  for (const [, format = '', rest = ''] of program.matchAll(/printf\s*\(?\s*"((?:[^"\\\n]|\\.)*)"([^;}\n]*)/g)) {
    const wanted = format.replaceAll('%%', '').split('%').length - 1;
    const values = argumentsOf(rest);
    const letters = [...format.replaceAll('%%', '').matchAll(/%[-+ #0-9.]*([a-z])/g)].map(([, letter]) => letter);
    if (letters.some((letter, at) => letter === 'd' && /[-/]|^\s*\$/.test(values[at] ?? '')))
      return 'a fraction printed as a whole number';
    if (/%[-+ #0-9]*\.[0-9]+s/.test(format)) return 'a text that is cut';
    if (rest.replace(/"(?:[^"\\\n]|\\.)*"/g, '').split(',').length - 1 < wanted) return 'a format with too few values';
  }
  if (/printf(?!\s*\(?\s*")/.test(program)) return 'a format that is computed';
  return regexes.map((pattern) => patternFlaw(pattern, true)).find((flaw) => flaw !== undefined);
}

/** Values behind a format, at commas that stand in no bracket. */
function argumentsOf(rest: string): readonly string[] {
  const out: string[] = [];
  let depth = 0;
  for (const char of rest) {
    if (char === '(' || char === '[') depth++;
    if (char === ')' || char === ']') depth--;
    if (char === ',' && depth === 0) out.push('');
    else if (out.length > 0) out[out.length - 1] += char;
  }
  return out;
}
