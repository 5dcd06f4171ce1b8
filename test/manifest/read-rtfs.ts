/** Just enough of a reader for what the renderer writes: strings, numbers, keywords, vectors, maps and one form. */
export function readCapabilities(text: string): unknown[] {
  const tokens = [...text.matchAll(/;[^\n]*|"(?:[^"\\]|\\.)*"|[()[\]{}]|[^\s()[\]{}";]+/g)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith(';'));
  const found: unknown[] = [];
  const read = (): unknown => {
    const token = tokens.shift();
    if (token === undefined) throw new Error('the text ends too early');
    if (token === '(') return readForm();
    if (token === '[') return readUntil(']');
    if (token === '{') return pairs(readUntil('}'));
    return readAtom(token);
  };
  const readUntil = (close: string): unknown[] => {
    const items: unknown[] = [];
    while (tokens[0] !== close) items.push(read());
    tokens.shift();
    return items;
  };
  const readForm = (): unknown => {
    const [head, id, ...fields] = readUntil(')');
    if (head !== 'capability') throw new Error(`unknown form ${String(head)}`);
    return { id, ...pairs(fields) };
  };
  while (tokens.length > 0) found.push(read());
  return found;
}

function pairs(items: readonly unknown[]): Record<string, unknown> {
  if (items.length % 2 !== 0) throw new Error('a key without a value');
  const entries = Array.from({ length: items.length / 2 }, (_, at) => [String(items[2 * at]), items[2 * at + 1]]);
  if (new Set(entries.map(([key]) => key)).size !== entries.length) throw new Error('a key twice');
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function readAtom(token: string): unknown {
  if (token.startsWith('"')) return JSON.parse(token);
  if (token.startsWith(':')) return token.slice(1).replaceAll('-', '_');
  if (token === 'nil') return null;
  if (token === 'true' || token === 'false') return token === 'true';
  if (token === 'capability') return token;
  const value = Number(token);
  if (Number.isNaN(value)) throw new Error(`unknown word ${token}`);
  return value;
}
