import { decodeEscapes } from './escapes.ts';
import { fixedDigits, toLongDouble } from './long-double.ts';

export type Printed =
  | { readonly kind: 'printed'; readonly bytes: Uint8Array; readonly complaints: readonly string[] }
  | { readonly kind: 'unsupported'; readonly directive: string };

interface Directive {
  readonly flags: string;
  readonly width: string;
  readonly precision: string | undefined;
  readonly letter: string;
}

interface Run {
  readonly args: readonly string[];
  at: number;
  readonly parts: Uint8Array[];
  readonly complaints: string[];
  stopped: boolean;
}

const directive = /%([-+ #0']*)([1-9][0-9]*|\*)?(?:\.([0-9]*|\*))?([a-zA-Z%])/y;
/** `%e`, `%g`, `%a` print binary fractions in ways of the C library, `%q` quotes for a shell: left to the sandbox. */
const supported = new Set('sbcdiouxXfF%');
const widest = 65_536;

/** bash's `printf`: the format is used again until the arguments are used up. */
export function printf(format: string, args: readonly string[]): Printed {
  const pieces = parsed(format);
  const odd = pieces.find((piece) => typeof piece !== 'string' && !fits(piece));
  if (odd !== undefined && typeof odd !== 'string') return { kind: 'unsupported', directive: `%${odd.letter}` };
  const run: Run = { args, at: 0, parts: [], complaints: [], stopped: false };
  do {
    const before = run.at;
    for (const piece of pieces) {
      if (run.stopped) break;
      if (typeof piece === 'string') run.parts.push(decodeEscapes(piece, 'format').bytes);
      else conversion(run, piece);
    }
    if (run.at === before) break;
  } while (!run.stopped && run.at < args.length);
  return { kind: 'printed', bytes: Uint8Array.from(Buffer.concat(run.parts)), complaints: run.complaints };
}

function fits({ letter, flags, width, precision }: Directive): boolean {
  if (letter === '%') return flags === '' && width === '' && precision === undefined;
  return supported.has(letter) && !flags.includes("'") && Number(width) <= widest && Number(precision ?? 0) <= widest;
}

function parsed(format: string): readonly (string | Directive)[] {
  const pieces: (string | Directive)[] = [];
  let text = '';
  for (let at = 0; at < format.length; ) {
    directive.lastIndex = at;
    const found = format[at] === '%' ? directive.exec(format) : null;
    const escaped = format[at] === '\\' ? 2 : 1;
    if (found === null && format[at] === '%')
      return [{ flags: '', width: '', precision: undefined, letter: format.slice(at + 1, at + 2) }];
    if (found === null) {
      text += format.slice(at, at + escaped);
      at += escaped;
      continue;
    }
    const [all, flags = '', width = '', precision, letter = ''] = found;
    if (text !== '') pieces.push(text);
    text = '';
    // A width from the arguments is marked so that the check of sizes above lets it pass; it is bounded when known.
    pieces.push({
      flags,
      width: width === '*' ? '-1' : width,
      precision: precision === '*' ? '-1' : precision,
      letter,
    });
    at += all.length;
  }
  return text === '' ? pieces : [...pieces, text];
}

function conversion(run: Run, piece: Directive): undefined {
  if (piece.letter === '%') return void run.parts.push(Buffer.from('%'));
  const given = piece.width === '-1' ? Number(integer(run, take(run))) : Number(piece.width);
  const left = piece.flags.includes('-') || given < 0;
  const width = Math.min(Math.abs(given), widest);
  const precision = precisionOf(run, piece);
  const body = converted(run, piece, precision);
  const zero = piece.flags.includes('0') && !left && /[diouxXfF]/.test(piece.letter);
  const fill = zero && (piece.letter.toLowerCase() === 'f' || precision === undefined) ? zeroFilled(body, width) : body;
  const space = Buffer.from(' '.repeat(Math.max(0, width - fill.length)));
  run.parts.push(...(left ? [fill, space] : [space, fill]));
}

function precisionOf(run: Run, piece: Directive): number | undefined {
  if (piece.precision === undefined) return undefined;
  const value = piece.precision === '-1' ? Number(integer(run, take(run))) : Number(piece.precision);
  return value < 0 ? undefined : Math.min(value, widest);
}

function converted(run: Run, piece: Directive, precision: number | undefined): Uint8Array {
  const argument = take(run);
  switch (piece.letter) {
    case 's':
      return Buffer.from(argument ?? '').subarray(0, precision);
    case 'c':
      return Buffer.from(argument ?? '').subarray(0, 1);
    case 'b': {
      const { bytes, stopped } = decodeEscapes(argument ?? '', 'argument');
      run.stopped = stopped;
      return bytes.subarray(0, precision);
    }
    case 'f':
    case 'F':
      return Buffer.from(signed(decimal(run, argument, precision ?? 6), piece.flags));
    default:
      return Buffer.from(whole(integer(run, argument), piece, precision));
  }
}

function take(run: Run): string | undefined {
  const value = run.args[run.at];
  if (value !== undefined) run.at++;
  return value;
}

function integer(run: Run, argument: string | undefined): bigint {
  if (argument === undefined || argument === '') return 0n;
  if (/^["']/.test(argument)) return BigInt(argument.slice(1).codePointAt(0) ?? 0);
  const [matched, sign = '', digits = ''] = /^\s*([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)/.exec(argument) ?? [''];
  if (matched.length !== argument.length) run.complaints.push(`printf: ${argument}: invalid number`);
  if (digits === '') return 0n;
  const size = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const value = sign === '-' ? -size : size;
  const [least, most] = [-(1n << 63n), (1n << 63n) - 1n];
  if (value < least) return least;
  if (value > most) return most;
  return value;
}

function decimal(run: Run, argument: string | undefined, precision: number): string {
  const quoted = /^["']/.test(argument ?? '') ? String(argument?.slice(1).codePointAt(0) ?? 0) : (argument ?? '0');
  const value = toLongDouble(quoted === '' ? '0' : quoted);
  if (value === undefined) run.complaints.push(`printf: ${argument}: invalid number`);
  return fixedDigits(value ?? { negative: false, mantissa: 0n, exponent: 0 }, precision);
}

function whole(value: bigint, { letter, flags }: Directive, precision: number | undefined): string {
  const isSigned = letter === 'd' || letter === 'i';
  const size = isSigned ? (value < 0n ? -value : value) : BigInt.asUintN(64, value);
  const base = letter === 'o' ? 8 : letter.toLowerCase() === 'x' ? 16 : 10;
  const bare = size === 0n && precision === 0 ? '' : size.toString(base).padStart(precision ?? 1, '0');
  const prefix = flags.includes('#') && size !== 0n && base === 16 ? '0x' : '';
  const octal = flags.includes('#') && base === 8 && !bare.startsWith('0') ? '0' : '';
  const text = `${prefix}${octal}${bare}`;
  if (!isSigned) return letter === 'X' ? text.toUpperCase() : text;
  return signed(value < 0n ? `-${text}` : text, flags);
}

function signed(text: string, flags: string): string {
  if (text.startsWith('-')) return text;
  return `${flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''}${text}`;
}

function zeroFilled(body: Uint8Array, width: number): Uint8Array {
  const text = Buffer.from(body).toString();
  const head = /^(?:[-+ ]|0[xX](?=.))?/.exec(text)?.[0] ?? '';
  return Buffer.from(head + text.slice(head.length).padStart(width - head.length, '0'));
}
