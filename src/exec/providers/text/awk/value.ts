import { real } from './real.ts';
import { Unreadable } from './unreadable.ts';

/** Text from outside, which is a number too where it looks like one. */
export class Given {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const longestText = 16 * 1024 * 1024;

/** Nothing yet is both 0 and the empty text. */
export type Value = number | string | Given | undefined;

const looksNumeric = /^[ \t\n]*[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?[ \t\n]*$/;
const leading = /^[ \t\n\r\f\v]*([-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)/;
/** Numbers to some. */
const doubtful = /^[ \t\n\r\f\v]*[-+]?(?:0[xX][0-9a-fA-F]|inf|nan)/i;

export function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  const text = value instanceof Given ? value.text : (value ?? '');
  if (doubtful.test(text)) throw new Unreadable('a text like `0x1` or `inf` as a number');
  return Number(leading.exec(text)?.[1] ?? 0);
}

/** Whether it counts as a number where it is compared or tested. */
export function isNumeric(value: Value): boolean {
  if (value instanceof Given) {
    if (doubtful.test(value.text)) throw new Unreadable('a text like `0x1` or `inf` as a number');
    return looksNumeric.test(value.text);
  }
  return typeof value !== 'string';
}

export function toText(value: Value, format: string): string {
  if (typeof value === 'number') return numberText(value, format);
  return value instanceof Given ? value.text : (value ?? '');
}

/** Whole numbers as such, others by the format. */
export function numberText(value: number, format: string): string {
  if (!Number.isFinite(value)) throw new Unreadable('a number without end');
  if (!Number.isInteger(value)) {
    const [, precision = '6', letter = 'g'] = /^%(?:\.([0-9]{1,2}))?([efg])$/.exec(format) ?? [];
    return real(letter, value, '', Number(precision));
  }
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Unreadable('so large a number');
  return String(value === 0 ? 0 : value);
}

export function isTrue(value: Value): boolean {
  if (value === undefined) return false;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  return isNumeric(value) ? toNumber(value) !== 0 : value.text !== '';
}

export function compare(operator: string, left: Value, right: Value, format: string): boolean {
  // Nothing yet goes with either.
  const numbers = isNumeric(left) && isNumeric(right);
  const [a, b] = numbers ? [toNumber(left), toNumber(right)] : [toText(left, format), toText(right, format)];
  if (typeof a === 'string' && typeof b === 'string' && operator !== '==' && operator !== '!=') plain(a + b);
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '==':
      return a === b;
    default:
      return a !== b;
  }
}

/** The order of other letters is that of a locale. */
function plain(text: string): void {
  if (/[^\x00-\x7f]/.test(text)) throw new Unreadable('an order of other than plain ASCII');
}

export function arithmetic(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '^':
      return a ** b;
    default:
      if (b === 0) throw new Unreadable('a division by zero');
      return operator === '/' ? a / b : a % b;
  }
}
