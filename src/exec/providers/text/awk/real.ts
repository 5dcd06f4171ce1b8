import { Unreadable } from './unreadable.ts';

export function sign(value: number, flags: string): string {
  if (value < 0) return '-';
  return flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

/** `%e`, `%f` and `%g` as C prints them: rounded exactly, halves to the even digit. */
export function real(letter: string, value: number, flags: string, precision: number): string {
  if (!Number.isFinite(value)) throw new Unreadable('a number without end');
  if (precision > 100 || flags.includes('#')) throw new Unreadable('this format');
  const size = Math.abs(value);
  const kind = letter.toLowerCase();
  const digits =
    kind === 'f' ? fixed(size, precision) : kind === 'e' ? scientific(size, precision) : general(size, precision);
  if ((value < 0 || Object.is(value, -0)) && !/[1-9]/.test(digits)) throw new Unreadable('a zero below zero');
  return sign(value, flags) + (letter === kind ? digits : digits.toUpperCase());
}

function fixed(size: number, precision: number): string {
  const digits = String(scaled(size, precision)).padStart(precision + 1, '0');
  if (precision === 0) return digits;
  return `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

function scientific(size: number, precision: number): string {
  const [digits, power] = significant(size, precision + 1);
  const tail = precision === 0 ? '' : `.${digits.slice(1)}`;
  return `${digits[0]}${tail}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function general(size: number, precision: number): string {
  const count = Math.max(precision, 1);
  const [, power] = significant(size, count);
  if (power >= -4 && power < count) return trimmed(fixed(size, count - 1 - power));
  const [head = '', tail = ''] = scientific(size, count - 1).split('e');
  return `${trimmed(head)}e${tail}`;
}

function trimmed(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** The first digits, rounded, and the power of ten of the first. */
function significant(size: number, count: number): readonly [digits: string, power: number] {
  if (size === 0) return ['0'.repeat(count), 0];
  const power = Math.floor(Math.log10(size));
  // The logarithm may be off by one, and rounding may add a digit.
  for (const guess of [power - 1, power, power + 1]) {
    const digits = String(scaled(size, count - 1 - guess));
    if (digits.length === count) return [digits, guess];
  }
  throw new Unreadable('this number');
}

/** The number times a power of ten, rounded: a double is a fraction of two whole numbers. */
function scaled(size: number, power: number): bigint {
  const [top, bottom] = fraction(size);
  const [a, b] = power >= 0 ? [top * 10n ** BigInt(power), bottom] : [top, bottom * 10n ** BigInt(-power)];
  const [whole, rest] = [a / b, (a % b) * 2n];
  const isUp = rest > b || (rest === b && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}

function fraction(size: number): readonly [bigint, bigint] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, size);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (exponent === 0 ? 0n : 1n << 52n);
  const shift = (exponent === 0 ? 1 : exponent) - 1075;
  return shift >= 0 ? [mantissa << BigInt(shift), 1n] : [mantissa, 1n << BigInt(-shift)];
}
