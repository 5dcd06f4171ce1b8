import { lastOf, readOptions, type Unsupported, unsupported } from '../options.ts';
import { type OwnTool, printed } from './tool.ts';

const table = {
  flags: 'uR',
  values: 'd',
  long: { utc: 'u', universal: 'u', date: 'd', 'rfc-email': 'R' },
};

/** In UTC: the zone of the machine is no input of a pure tool. `%s` is the same in all of them. */
export const date: OwnTool = (input) => {
  const iso = input.args
    .flatMap((word) => /^(?:-I|--iso-8601=?)(date|hours|minutes|seconds)?$/.exec(word) ?? [])
    .slice(0, 2);
  const read = readOptions(
    table,
    input.args.filter((word) => !/^(?:-I|--iso-8601)/.test(word)),
  );
  if (read.kind === 'unsupported') return read;
  const [operand, more] = read.operands;
  const formats = [operand, ...(iso.length > 0 ? [isoFormat(iso)] : []), ...(read.flags.has('R') ? [emailFormat] : [])];
  const [format, another] = formats.filter((one) => one !== undefined);
  if (format === undefined || another !== undefined || more !== undefined || !format.startsWith('+'))
    return unsupported('this format');
  const given = lastOf(read, 'd');
  const time = given === undefined ? Date.now() : timeOf(given);
  if (typeof time !== 'number') return time;
  const letters = format.match(/%./gs) ?? [];
  const isFree = letters.every((one) => one === '%s' || one === '%%') && (given === undefined || given.startsWith('@'));
  if (!read.flags.has('u') && !isFree) return unsupported('a date in the zone of the machine (use -u)');
  return written(new Date(time), format.slice(1));
};

const emailFormat = '+%a, %d %b %Y %H:%M:%S %z';

function isoFormat([, precision = 'date']: readonly (string | undefined)[]): string | undefined {
  const clock = { date: '', hours: 'T%H+00:00', minutes: 'T%H:%M+00:00', seconds: 'T%H:%M:%S+00:00' }[precision];
  return clock === undefined ? undefined : `+%Y-%m-%d${clock}`;
}

/** `@SECONDS`, or a day with or without a time, in UTC unless it names its distance. */
function timeOf(text: string): number | Unsupported {
  if (/^@[0-9]{1,11}$/.test(text)) return Number(text.slice(1)) * 1000;
  const found =
    /^([12][0-9]{3}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(Z|[-+][0-9]{2}:[0-9]{2})?)?$/.exec(text);
  if (found === null) return unsupported('this way to write a date');
  const [, day = '', clock = '00:00', seconds = ':00', zone = 'Z'] = found;
  const plain = Date.parse(`${day}T${clock}${seconds}Z`);
  if (Number.isNaN(plain) || new Date(plain).toISOString().slice(0, 10) !== day)
    return unsupported('a day that does not exist');
  const distance = /^([-+])([0-9]{2}):([0-9]{2})$/.exec(zone);
  if (distance === null) return plain;
  const [, sign, hours, minutes] = distance;
  if (Number(hours) > 14 || Number(minutes) > 59) return unsupported('such a distance');
  return plain - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = 'January February March April May June July August September October November December'.split(' ');

function written(time: Date, format: string): ReturnType<OwnTool> {
  let unknown: string | undefined;
  const text = format.replace(/%(-?)(.|$)/gs, (all, flag: string, letter: string) => {
    const value = fields[letter]?.(time);
    if (value === undefined || (flag === '-' && !/^[0-9 ]+$/.test(value))) {
      unknown ??= all;
      return '';
    }
    return flag === '-' ? value.replace(/^[0 ]+(?=.)/, '') : value;
  });
  return unknown === undefined ? printed(`${text}\n`) : unsupported(`the format \`${unknown}\``);
}

const two = (value: number): string => String(value).padStart(2, '0');
const half = (time: Date): number => time.getUTCHours() % 12 || 12;
const fields: Readonly<Record<string, (time: Date) => string>> = {
  Y: (time) => String(time.getUTCFullYear()),
  C: (time) => two(Math.floor(time.getUTCFullYear() / 100)),
  y: (time) => two(time.getUTCFullYear() % 100),
  m: (time) => two(time.getUTCMonth() + 1),
  d: (time) => two(time.getUTCDate()),
  e: (time) => String(time.getUTCDate()).padStart(2, ' '),
  H: (time) => two(time.getUTCHours()),
  k: (time) => String(time.getUTCHours()).padStart(2, ' '),
  I: (time) => two(half(time)),
  l: (time) => String(half(time)).padStart(2, ' '),
  M: (time) => two(time.getUTCMinutes()),
  S: (time) => two(time.getUTCSeconds()),
  p: (time) => (time.getUTCHours() < 12 ? 'AM' : 'PM'),
  F: (time) => time.toISOString().slice(0, 10),
  T: (time) => time.toISOString().slice(11, 19),
  R: (time) => time.toISOString().slice(11, 16),
  D: (time) => `${two(time.getUTCMonth() + 1)}/${two(time.getUTCDate())}/${two(time.getUTCFullYear() % 100)}`,
  s: (time) => String(Math.floor(time.getTime() / 1000)),
  j: (time) => String(dayOfYear(time)).padStart(3, '0'),
  A: (time) => days[time.getUTCDay()] ?? '',
  a: (time) => days[time.getUTCDay()]?.slice(0, 3) ?? '',
  B: (time) => months[time.getUTCMonth()] ?? '',
  b: (time) => months[time.getUTCMonth()]?.slice(0, 3) ?? '',
  h: (time) => months[time.getUTCMonth()]?.slice(0, 3) ?? '',
  u: (time) => String(time.getUTCDay() || 7),
  w: (time) => String(time.getUTCDay()),
  U: (time) => two(Math.floor((dayOfYear(time) + 6 - time.getUTCDay()) / 7)),
  W: (time) => two(Math.floor((dayOfYear(time) + 6 - ((time.getUTCDay() + 6) % 7)) / 7)),
  V: (time) => two(isoWeek(time)[1]),
  G: (time) => String(isoWeek(time)[0]),
  q: (time) => String(Math.floor(time.getUTCMonth() / 3) + 1),
  Z: () => 'UTC',
  z: () => '+0000',
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
};

function dayOfYear(time: Date): number {
  return Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** The week of the Thursday that is nearest. */
function isoWeek(time: Date): readonly [year: number, week: number] {
  const thursday = new Date(time.getTime() + (4 - (time.getUTCDay() || 7)) * 86_400_000);
  return [thursday.getUTCFullYear(), Math.ceil(dayOfYear(thursday) / 7)];
}
