import type { PythonJson } from './python-read.ts';

export interface PythonStyle {
  /** What one level is indented by; nothing prints all on one line. */
  readonly indent?: string;
  readonly itemSeparator: string;
  readonly keySeparator: string;
  readonly sortKeys: boolean;
  readonly ascii: boolean;
}

/** As Python's `json.dump` prints it. */
export function writePythonJson(value: PythonJson, style: PythonStyle): string {
  const parts: string[] = [];
  write(value, style, 0, parts);
  return parts.join('');
}

function write(value: PythonJson, style: PythonStyle, level: number, parts: string[]): undefined {
  switch (value.kind) {
    case 'word':
      parts.push(value.text);
      return;
    case 'int':
      parts.push(value.value.toString());
      return;
    case 'float':
      parts.push(pythonFloat(value.value));
      return;
    case 'string':
      parts.push(quoted(value.value, style));
      return;
    case 'list':
      return brackets(value.items, '[]', style, level, parts, (item) => write(item, style, level + 1, parts));
    case 'object': {
      const members = [...value.members];
      if (style.sortKeys) members.sort(([a], [b]) => byCodePoint(a, b));
      return brackets(members, '{}', style, level, parts, ([name, member]) => {
        parts.push(quoted(name, style), style.keySeparator);
        write(member, style, level + 1, parts);
      });
    }
  }
}

function brackets<Item>(
  items: readonly Item[],
  pair: '[]' | '{}',
  { indent, itemSeparator }: PythonStyle,
  level: number,
  parts: string[],
  writeItem: (item: Item) => void,
): undefined {
  if (items.length === 0) return void parts.push(pair);
  const line = (depth: number) => (indent === undefined ? '' : `\n${indent.repeat(depth)}`);
  parts.push(pair[0] ?? '', line(level + 1));
  for (const [index, item] of items.entries()) {
    if (index > 0) parts.push(itemSeparator, line(level + 1));
    writeItem(item);
  }
  parts.push(line(level), pair[1] ?? '');
}

/** Shortest digits that read back the same, as in JavaScript; the exponent appears at other sizes. */
function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e');
  const exponent = Number(power);
  const digits = mantissa.replace('.', '');
  if (exponent < -4 || exponent >= 16) {
    const shown = `${Math.abs(exponent)}`.padStart(2, '0');
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${shown}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

const short: ReadonlyMap<string, string> = new Map(
  Object.entries({ '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f', '\b': '\\b' }),
);

function quoted(text: string, { ascii }: PythonStyle): string {
  const special = ascii ? /["\\]|[^ -~]/g : /["\\\u0000-\u001f]/g;
  const escaped = text.replace(
    special,
    (char) => short.get(char) ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
