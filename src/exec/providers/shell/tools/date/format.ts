import { type Local, localTime } from './zone.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const directive = /%([-_0^#]?)(\d*)(:{0,2})([a-zA-Z%])/g;

/** strftime with the additions of GNU. Undefined for a directive that is none of them. */
export function formatDate(format: string, epochMs: number, nanoseconds: number, zone: string): string | undefined {
  const local = localTime(epochMs, zone);
  let isKnown = true;
  const text = format.replace(directive, (all, flag: string, width: string, colons: string, letter: string) => {
    const field = fieldOf(letter, local, epochMs, nanoseconds, width, colons);
    if (field === undefined) {
      isKnown = false;
      return all;
    }
    return typeof field === 'string' ? cased(field, flag) : numbered(field, flag, width);
  });
  return isKnown ? text : undefined;
}

interface Numbered {
  readonly value: number;
  readonly width: number;
  readonly pad: '0' | ' ';
}

function cased(text: string, flag: string): string {
  return flag === '^' || flag === '#' ? text.toUpperCase() : text;
}

function numbered({ value, width, pad }: Numbered, flag: string, asked: string): string {
  if (flag === '-') return String(value);
  const filler = flag === '_' ? ' ' : flag === '0' ? '0' : pad;
  return String(value).padStart(asked === '' ? width : Number(asked), filler);
}

function fieldOf(
  letter: string,
  local: Local,
  epochMs: number,
  nanoseconds: number,
  width: string,
  colons: string,
): string | Numbered | undefined {
  const two = (value: number, pad: '0' | ' ' = '0'): Numbered => ({ value, width: 2, pad });
  const padded = (value: number, length = 2) => String(value).padStart(length, '0');
  const { year, month, day, hour, minute, second } = local;
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const dayOfYear = Math.round((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  const date = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
  const time = `${padded(hour)}:${padded(minute)}:${padded(second)}`;
  const half = hour % 12 === 0 ? 12 : hour % 12;
  switch (letter) {
    case '%':
      return '%';
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'Y':
      return { value: year, width: 4, pad: '0' };
    case 'C':
      return two(Math.trunc(year / 100));
    case 'y':
      return two(year % 100);
    case 'm':
      return two(month);
    case 'd':
      return two(day);
    case 'e':
      return two(day, ' ');
    case 'H':
      return two(hour);
    case 'k':
      return two(hour, ' ');
    case 'I':
      return two(half);
    case 'l':
      return two(half, ' ');
    case 'M':
      return two(minute);
    case 'S':
      return two(second);
    case 'j':
      return { value: dayOfYear, width: 3, pad: '0' };
    case 'u':
      return { value: weekday === 0 ? 7 : weekday, width: 1, pad: '0' };
    case 'w':
      return { value: weekday, width: 1, pad: '0' };
    case 'U':
      return two(Math.trunc((dayOfYear + 6 - weekday) / 7));
    case 'W':
      return two(Math.trunc((dayOfYear + 6 - ((weekday + 6) % 7)) / 7));
    case 'V':
      return two(isoWeek(year, month, day).week);
    case 'G':
      return { value: isoWeek(year, month, day).year, width: 4, pad: '0' };
    case 'g':
      return two(isoWeek(year, month, day).year % 100);
    case 'q':
      return { value: Math.trunc((month - 1) / 3) + 1, width: 1, pad: '0' };
    case 's':
      return { value: Math.floor(epochMs / 1000), width: 1, pad: '0' };
    case 'N':
      return padded(nanoseconds, 9).slice(0, width === '' ? 9 : Number(width));
    case 'F':
      return date;
    case 'T':
    case 'X':
      return time;
    case 'D':
    case 'x':
      return `${padded(month)}/${padded(day)}/${padded(year % 100)}`;
    case 'R':
      return `${padded(hour)}:${padded(minute)}`;
    case 'r':
      return `${padded(half)}:${padded(minute)}:${padded(second)} ${hour < 12 ? 'AM' : 'PM'}`;
    case 'c':
      return `${days[weekday]?.slice(0, 3)} ${months[month - 1]?.slice(0, 3)} ${String(day).padStart(2)} ${time} ${year}`;
    case 'p':
      return hour < 12 ? 'AM' : 'PM';
    case 'P':
      return hour < 12 ? 'am' : 'pm';
    case 'A':
      return days[weekday] ?? '';
    case 'a':
      return days[weekday]?.slice(0, 3) ?? '';
    case 'B':
      return months[month - 1] ?? '';
    case 'b':
    case 'h':
      return months[month - 1]?.slice(0, 3) ?? '';
    case 'Z':
      return local.abbreviation;
    case 'z':
      return offsetText(local.offset, colons !== '');
    default:
      return undefined;
  }
}

export function offsetText(offset: number, withColon: boolean): string {
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const sign = offset < 0 ? '-' : '+';
  return `${sign}${String(hours).padStart(2, '0')}${withColon ? ':' : ''}${String(minutes).padStart(2, '0')}`;
}

/** The week belongs to the year that has its Thursday. */
function isoWeek(year: number, month: number, day: number): { readonly year: number; readonly week: number } {
  const date = new Date(Date.UTC(year, month - 1, day));
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return { year: thursday.getUTCFullYear(), week: Math.trunc((thursday.getTime() - first) / 604_800_000) + 1 };
}
