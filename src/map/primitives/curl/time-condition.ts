const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const form =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? +)?(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4})(?: +(\d{2}):(\d{2})(?::(\d{2}))?)?(?: *(?:gmt|utc))?$/i;

/** `-z DATE`: `[name, value]` of the header; undefined for spellings of dates that we do not read, and for files. */
export function timeCondition(value: string): readonly [name: string, value: string] | undefined {
  const sign = value[0];
  const text = sign === '+' || sign === '-' || sign === '=' ? value.slice(1) : value;
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, day, month, year, hour = '0', minute = '0', second = '0'] = match;
  const index = months.indexOf((month ?? '').toLowerCase());
  if (index < 0) return undefined;
  const time = new Date(Date.UTC(Number(year), index, Number(day), Number(hour), Number(minute), Number(second)));
  if (time.getUTCDate() !== Number(day)) return undefined;
  const name = sign === '-' ? 'If-Unmodified-Since' : sign === '=' ? 'Last-Modified' : 'If-Modified-Since';
  return [name, time.toUTCString()];
}
