import { type OptionTable, readOptions, unsupported } from '../options.ts';
import { type OwnTool, printed } from './tool.ts';

const table: OptionTable = { flags: 'w', values: 's', long: { 'equal-width': 'w', separator: 's' } };
const mostNumbers = 2_000_000;

/** Whole and decimal numbers, counted exactly. */
export const seq: OwnTool = (input) => {
  // A number below zero is no option.
  const words = input.args.map((word) => (/^-[.0-9]/.test(word) ? `\0${word}` : word));
  const read = readOptions(table, words);
  if (read.kind === 'unsupported') return read;
  const given = read.operands.map((word) => word.replace('\0', ''));
  if (
    given.length < 1 ||
    given.length > 3 ||
    !given.every((word) => /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,9})?$/.test(word))
  ) {
    return unsupported('other than plain numbers');
  }
  const [first = '1', step = '1', last = '1'] =
    given.length === 1 ? ['1', '1', ...given] : given.length === 2 ? [given[0], '1', given[1]] : given;
  if ([first, step, last].some((word) => /^-0(?:\.0*)?$/.test(word))) return unsupported('a zero below zero');
  const places = Math.max(decimals(first), decimals(step));
  const scale = Math.max(places, decimals(last));
  const [from, by, to] = [first, step, last].map((word) => scaled(word, scale)) as [bigint, bigint, bigint];
  if (by === 0n) return unsupported('a step of nothing');
  const count = by > 0n === to >= from || to === from ? (to - from) / by + 1n : 0n;
  if (count > mostNumbers) return unsupported('so many numbers');
  const texts = Array.from({ length: Number(count < 0n ? 0n : count) }, (_, at) =>
    shown(from + BigInt(at) * by, scale, places),
  );
  const width = read.flags.has('w') ? Math.max(...[first, last].map((word) => widthOf(word, places)), 0) : 0;
  if (read.flags.has('w') && texts.some((text) => text.length > width)) return unsupported('this width');
  const separator = read.values.get('s')?.at(-1) ?? '\n';
  const padded = texts.map((text) =>
    text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0'),
  );
  return printed(padded.length === 0 ? '' : `${padded.join(separator)}\n`);
};

function decimals(word: string): number {
  return word.split('.')[1]?.length ?? 0;
}

function widthOf(word: string, places: number): number {
  const whole = word.split('.')[0]?.length ?? 0;
  return places === 0 ? whole : whole + 1 + places;
}

function scaled(word: string, scale: number): bigint {
  const [whole = '0', part = ''] = word.split('.');
  return BigInt(whole + part.padEnd(scale, '0'));
}

function shown(value: bigint, scale: number, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const cutOff = digits.slice(0, digits.length - scale + places);
  const text = places === 0 ? cutOff : `${cutOff.slice(0, -places)}.${cutOff.slice(-places)}`;
  return value < 0n ? `-${text}` : text;
}
