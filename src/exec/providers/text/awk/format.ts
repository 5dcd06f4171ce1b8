import { real, sign } from './real.ts';
import { Unreadable } from './unreadable.ts';
import { Given, toNumber, toText, type Value } from './value.ts';

const directive = /%([-+ #0]*)([0-9]+|\*)?(?:\.([0-9]+|\*)?)?([A-Za-z%])/g;
const mostWidth = 10_000;

/** `sprintf`. A value that is missing ends it: some say so and others print nothing. */
export function formatText(format: string, values: readonly Value[], convert: string): string {
  let next = 0;
  const take = (): Value => {
    if (next >= values.length) throw new Unreadable('a format with too few values');
    return values[next++];
  };
  if (format.replace(directive, '').includes('%')) throw new Unreadable('this format');
  return format.replace(directive, (all, flags: string, width?: string, precision?: string, letter = '') => {
    if (letter === '%') {
      if (all !== '%%') throw new Unreadable('this format');
      return '%';
    }
    const wide = sizeOf(width, take) ?? 0;
    const exact = sizeOf(precision ?? (all.includes('.') ? '0' : undefined), take);
    if (wide < 0 || (exact ?? 0) < 0) throw new Unreadable('a width below zero');
    return padded(piece(letter, flags, exact, take(), convert), flags, wide, exact, letter);
  });
}

function sizeOf(written: string | undefined, take: () => Value): number | undefined {
  if (written === undefined) return undefined;
  const size = written === '*' ? Math.trunc(toNumber(take())) : Number(written);
  if (size > mostWidth) throw new Unreadable('so wide a format');
  return size;
}

function piece(letter: string, flags: string, precision: number | undefined, value: Value, convert: string): string {
  switch (letter) {
    case 's': {
      const text = toText(value, convert);
      return precision === undefined ? text : [...text].slice(0, precision).join('');
    }
    case 'c':
      return character(value);
    case 'd':
    case 'i':
      return signed(whole(value), flags, precision);
    case 'o':
    case 'x':
    case 'X':
    case 'u':
      return unsigned(letter, whole(value), flags, precision);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
      return real(letter, toNumber(value), flags, precision ?? 6);
    default:
      throw new Unreadable(`the format \`%${letter}\``);
  }
}

function character(value: Value): string {
  if (typeof value === 'string' || (value instanceof Given && Number.isNaN(Number(value.text)))) {
    const [first = ''] = toText(value, '');
    if (first === '') throw new Unreadable('`%c` of nothing');
    return first;
  }
  if (value instanceof Given) throw new Unreadable('`%c` of a field that is a number');
  const code = Math.trunc(toNumber(value));
  if (code < 1 || code > 127) throw new Unreadable('`%c` of such a number');
  return String.fromCharCode(code);
}

function whole(value: Value): number {
  const number = Math.trunc(toNumber(value));
  if (Math.abs(number) > 2_147_483_647) throw new Unreadable('so large a whole number in a format');
  return number === 0 ? 0 : number;
}

function signed(value: number, flags: string, precision: number | undefined): string {
  if (precision === 0 && value === 0) return sign(1, flags);
  return sign(value, flags) + String(Math.abs(value)).padStart(precision ?? 1, '0');
}

function unsigned(letter: string, value: number, flags: string, precision: number | undefined): string {
  if (value < 0) throw new Unreadable(`\`%${letter}\` of a number below zero`);
  if (precision === 0 && value === 0) throw new Unreadable('nothing of nothing');
  const digits = value.toString(letter === 'o' ? 8 : letter === 'u' ? 10 : 16).padStart(precision ?? 1, '0');
  if (!flags.includes('#') || value === 0) return letter === 'X' ? digits.toUpperCase() : digits;
  if (letter === 'o') return digits.startsWith('0') ? digits : `0${digits}`;
  return letter === 'u' ? digits : letter === 'X' ? `0X${digits.toUpperCase()}` : `0x${digits}`;
}

function padded(text: string, flags: string, width: number, precision: number | undefined, letter: string): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  const wholePrecision = 'dioxXu'.includes(letter) && precision !== undefined;
  if (!flags.includes('0') || wholePrecision) return ' '.repeat(missing) + text;
  if (letter === 's' || letter === 'c') throw new Unreadable('zeros before a text');
  const [, head = '', rest = ''] = /^([-+ ]?(?:0[xX])?)(.*)$/s.exec(text) ?? [];
  return head + '0'.repeat(missing) + rest;
}
