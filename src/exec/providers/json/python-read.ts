/** JSON as Python's `json` reads it: whole numbers of any size, `NaN` and `Infinity`, members in order. */
export type PythonJson =
  | { readonly kind: 'word'; readonly text: 'null' | 'true' | 'false' | 'NaN' | 'Infinity' | '-Infinity' }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly PythonJson[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, PythonJson> };

/** Its message is Python's. */
export class PythonJsonError extends Error {}

/** Python gives up at its recursion limit, near this depth. */
const maxDepth = 980;
const maxDigits = 4_300;
const blank = /[ \t\n\r]*/y;
const number = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const words = ['null', 'true', 'false', 'NaN', 'Infinity', '-Infinity'] as const;
const chunk = /[^"\\\u0000-\u001f]*/y;
const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
);

interface State {
  readonly text: string;
  at: number;
  depth: number;
}

export function readPythonJson(text: string): PythonJson {
  if (text.startsWith('\ufeff')) fail(text, 'Unexpected UTF-8 BOM (decode using utf-8-sig)', 0);
  const state: State = { text, at: 0, depth: 0 };
  skip(state);
  const value = readValue(state);
  skip(state);
  if (state.at < text.length) fail(text, 'Extra data', state.at);
  return value;
}

function readValue(state: State): PythonJson {
  const { text, at } = state;
  const first = text[at];
  if (first === '"') return { kind: 'string', value: readString(state) };
  if (first === '{' || first === '[') {
    state.depth++;
    if (state.depth > maxDepth) throw new PythonJsonError('nested too deep');
    const value = first === '{' ? readObject(state) : readList(state);
    state.depth--;
    return value;
  }
  const word = words.find((candidate) => text.startsWith(candidate, at));
  if (word !== undefined) {
    state.at += word.length;
    return { kind: 'word', text: word };
  }
  return readNumber(state);
}

function readNumber(state: State): PythonJson {
  number.lastIndex = state.at;
  const found = number.exec(state.text);
  if (found === null) return fail(state.text, 'Expecting value', state.at);
  state.at += found[0].length;
  if (found[2] !== undefined || found[3] !== undefined) return { kind: 'float', value: Number(found[0]) };
  if (found[0].replace('-', '').length > maxDigits) {
    throw new PythonJsonError('a whole number with more digits than Python reads');
  }
  return { kind: 'int', value: BigInt(found[0]) };
}

function readList(state: State): PythonJson {
  const items: PythonJson[] = [];
  state.at++;
  skip(state);
  if (take(state, ']')) return { kind: 'list', items };
  for (;;) {
    items.push(readValue(state));
    skip(state);
    if (take(state, ']')) return { kind: 'list', items };
    if (!take(state, ',')) fail(state.text, "Expecting ',' delimiter", state.at);
    skip(state);
  }
}

/** The last of two equal names wins, at the place of the first. */
function readObject(state: State): PythonJson {
  const members = new Map<string, PythonJson>();
  state.at++;
  skip(state);
  if (take(state, '}')) return { kind: 'object', members };
  for (;;) {
    if (state.text[state.at] !== '"') {
      fail(state.text, 'Expecting property name enclosed in double quotes', state.at);
    }
    const name = readString(state);
    skip(state);
    if (!take(state, ':')) fail(state.text, "Expecting ':' delimiter", state.at);
    skip(state);
    members.set(name, readValue(state));
    skip(state);
    if (take(state, '}')) return { kind: 'object', members };
    if (!take(state, ',')) fail(state.text, "Expecting ',' delimiter", state.at);
    skip(state);
  }
}

function readString(state: State): string {
  const begin = state.at;
  const parts: string[] = [];
  state.at++;
  for (;;) {
    chunk.lastIndex = state.at;
    const plain = chunk.exec(state.text)?.[0] ?? '';
    parts.push(plain);
    state.at += plain.length;
    const next = state.text[state.at];
    if (next === undefined) return fail(state.text, 'Unterminated string starting at', begin);
    if (next === '"') {
      state.at++;
      return parts.join('');
    }
    if (next !== '\\') return fail(state.text, 'Invalid control character at', state.at);
    parts.push(readEscape(state, begin));
  }
}

function readEscape(state: State, begin: number): string {
  const letter = state.text[state.at + 1];
  if (letter === undefined) return fail(state.text, 'Unterminated string starting at', begin);
  const simple = escapes.get(letter);
  if (simple !== undefined) {
    state.at += 2;
    return simple;
  }
  if (letter !== 'u') return fail(state.text, 'Invalid \\escape', state.at);
  const hex = state.text.slice(state.at + 2, state.at + 6);
  if (!/^[0-9a-fA-F]{4}$/.test(hex)) return fail(state.text, 'Invalid \\uXXXX escape', state.at + 1);
  state.at += 6;
  return String.fromCharCode(Number.parseInt(hex, 16));
}

function take(state: State, char: string): boolean {
  if (state.text[state.at] !== char) return false;
  state.at++;
  return true;
}

function skip(state: State): void {
  blank.lastIndex = state.at;
  state.at += blank.exec(state.text)?.[0].length ?? 0;
}

/** Python counts code points, from line 1 and column 1. */
function fail(text: string, message: string, at: number): never {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  throw new PythonJsonError(`${message}: line ${line} column ${column} (char ${[...before].length})`);
}
