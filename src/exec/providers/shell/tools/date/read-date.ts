import { epochOf, localTime } from './zone.ts';

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'fortnight' | 'month' | 'year';

interface Reading {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Minutes east of UTC, where the text says so. */
  offset: number | undefined;
  readonly shifts: { readonly unit: Unit; readonly count: number }[];
  weekday: { readonly day: number; readonly count: number } | undefined;
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthForm = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const unitForm = '(second|sec|minute|min|hour|day|week|fortnight|month|year)s?';

/** Forms of `date -d`, the first that fits at each place. */
const forms: readonly (readonly [RegExp, (reading: Reading, found: readonly string[]) => boolean])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[tT](?=\d))?/, (to, [, y, m, d]) => setDate(to, y, m, d)],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})/, (to, [, m, d, y]) => setDate(to, y, m, d)],
  [
    new RegExp(`^(\\d{1,2})[- ](${monthForm})(?:[- ,]+(\\d{4}))?(?![\\d:])`),
    (to, [, d, name, y]) => setNamed(to, d, name, y),
  ],
  [
    new RegExp(`^(${monthForm})\\s+(\\d{1,2})(?:[, ]+(\\d{4}))?(?![\\d:])`),
    (to, [, name, d, y]) => setNamed(to, d, name, y),
  ],
  [/^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?/, setTime],
  [/^(\d{8})(?=\s|$)/, (to, [, all = '']) => setDate(to, all.slice(0, 4), all.slice(4, 6), all.slice(6))],
  [/^(?:z|utc|gmt)(?![a-z])/, (to) => setOffset(to, 0)],
  [
    /^([-+])(\d{2}):?(\d{2})(?=\s|$)/,
    (to, [, sign, h, m]) => setOffset(to, (sign === '-' ? -1 : 1) * (Number(h) * 60 + Number(m))),
  ],
  [/^(?:now|today)(?![a-z])/, () => true],
  [/^yesterday(?![a-z])/, (to) => shift(to, 'day', -1)],
  [/^tomorrow(?![a-z])/, (to) => shift(to, 'day', 1)],
  [/^midnight(?![a-z])/, (to) => setTime(to, ['', '0', '0'])],
  [/^noon(?![a-z])/, (to) => setTime(to, ['', '12', '0'])],
  [
    new RegExp(`^([-+]?\\s*\\d+)\\s*${unitForm}(\\s+ago)?(?![a-z])`),
    (to, [, count = '', unit, ago]) => shift(to, unit, Number(count.replace(/\s/g, '')) * (ago === undefined ? 1 : -1)),
  ],
  [
    new RegExp(`^(next|last|this)\\s+${unitForm}(?![a-z])`),
    (to, [, which, unit]) => shift(to, unit, which === 'next' ? 1 : which === 'last' ? -1 : 0),
  ],
  [
    /^(next|last|this)\s+(sun|mon|tue|wed|thu|fri|sat)[a-z]*/,
    (to, [, which, name]) => setWeekday(to, name, which === 'next' ? 1 : which === 'last' ? -1 : 0),
  ],
  [/^(sun|mon|tue|wed|thu|fri|sat)[a-z]*,?/, (to, [, name]) => setWeekday(to, name, 0)],
  [new RegExp(`^${unitForm}(\\s+ago)?(?![a-z])`), (to, [, unit, ago]) => shift(to, unit, ago === undefined ? 1 : -1)],
];

/** Milliseconds since 1970; undefined for text that is no date, or that is not read here as GNU reads it. */
export function readDate(text: string, nowMs: number, zone: string): number | undefined {
  const seconds = /^\s*@(-?\d{1,13})(?:\.\d*)?\s*$/.exec(text)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const now = localTime(nowMs, zone);
  const reading: Reading = { ...now, offset: undefined, shifts: [], weekday: undefined };
  let rest = text.toLowerCase().trim();
  let isDated = false;
  let isTimed = false;
  while (rest !== '') {
    const next = forms.flatMap(([form, read]) => {
      const found = form.exec(rest);
      return found === null ? [] : [{ found, read, isDate: form.source.startsWith('^(\\d{4})-') }];
    })[0];
    if (next === undefined || !next.read(reading, next.found)) return undefined;
    if (/^\d{1,2}:|midnight|noon/.test(rest)) isTimed = true;
    if (
      /^\d{4}-|^\d{1,2}\/|^\d{8}(?:\s|$)|^[a-z]{3,}\s+\d|^\d{1,2}[- ][a-z]{3}|^(?:next |last |this )?(?:sun|mon|tue|wed|thu|fri|sat)/.test(
        rest,
      )
    )
      isDated = true;
    rest = rest.slice(next.found[0].length).replace(/^[\s,]+/, '');
  }
  // A day without a time begins at midnight; a moment that is only shifted keeps its time.
  if (isDated && !isTimed) Object.assign(reading, { hour: 0, minute: 0, second: 0 });
  return momentOf(reading, zone);
}

function momentOf(reading: Reading, zone: string): number | undefined {
  const { shifts, weekday, offset } = reading;
  const sum = (unit: Unit) => shifts.filter((one) => one.unit === unit).reduce((total, { count }) => total + count, 0);
  const days = sum('day') + 7 * sum('week') + 14 * sum('fortnight');
  const moved = new Date(Date.UTC(reading.year + sum('year'), reading.month - 1 + sum('month'), reading.day + days));
  if (weekday !== undefined) {
    const ahead = (weekday.day - moved.getUTCDay() + 7) % 7;
    const weeks = weekday.count === 0 ? 0 : weekday.count > 0 ? (ahead === 0 ? 1 : 0) : -1;
    moved.setUTCDate(moved.getUTCDate() + ahead + weeks * 7);
  }
  const local = {
    year: moved.getUTCFullYear(),
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
    hour: reading.hour,
    minute: reading.minute,
    second: reading.second,
  };
  const base = offset === undefined ? epochOf(local, zone) : epochOf(local, 'UTC') - offset * 60_000;
  const moment = base + (sum('hour') * 3600 + sum('minute') * 60 + sum('second')) * 1000;
  return Number.isSafeInteger(moment) ? moment : undefined;
}

function setDate(to: Reading, year = '', month = '', day = ''): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const isDay = m >= 1 && m <= 12 && d >= 1 && d <= new Date(Date.UTC(y, m, 0)).getUTCDate();
  Object.assign(to, { year: y, month: m, day: d });
  return isDay;
}

function setNamed(to: Reading, day = '', name = '', year?: string): boolean {
  return setDate(to, year ?? String(to.year), String(monthNames.indexOf(name.slice(0, 3)) + 1), day);
}

function setTime(to: Reading, [, hour = '', minute = '', second = '0', half]: readonly string[]): boolean {
  const twelve = Number(hour) % 12;
  const h = half === undefined ? Number(hour) : half === 'p' ? twelve + 12 : twelve;
  Object.assign(to, { hour: h, minute: Number(minute), second: Number(second) });
  return h < 24 && Number(minute) < 60 && Number(second) < 61;
}

function setOffset(to: Reading, minutes: number): boolean {
  to.offset = minutes;
  return true;
}

function setWeekday(to: Reading, name = '', count: number): boolean {
  to.weekday = { day: weekdays.indexOf(name.slice(0, 3)), count };
  return true;
}

function shift(to: Reading, unit = '', count: number): boolean {
  const full = unit === 'sec' ? 'second' : unit === 'min' ? 'minute' : unit;
  to.shifts.push({ unit: full as Unit, count });
  return Number.isSafeInteger(count);
}
