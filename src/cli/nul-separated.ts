export type NulItem =
  | { readonly kind: 'text'; readonly text: string }
  /** `start` is the beginning, for the reader to recognise it. */
  | { readonly kind: 'not-utf8' | 'too-long'; readonly start: string };

const shownStart = 200;

/** Items of a stream as they come, each ended by NUL or by the end; never more than `longest` bytes are held. */
export async function* nulSeparated(stream: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<NulItem> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    if (length <= longest && part.length > 0) parts.push(part.subarray(0, longest + 1 - length));
    length += part.length;
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let nul = chunk.indexOf(0); nul >= 0; nul = chunk.indexOf(0, from)) {
      take(chunk.subarray(from, nul));
      yield itemOf(Buffer.concat(parts), length > longest);
      [parts, length, from] = [[], 0, nul + 1];
    }
    take(chunk.subarray(from));
  }
  if (length > 0) yield itemOf(Buffer.concat(parts), length > longest);
}

function itemOf(bytes: Uint8Array, tooLong: boolean): NulItem {
  const start = () => new TextDecoder().decode(bytes.subarray(0, shownStart));
  if (tooLong) return { kind: 'too-long', start: start() };
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { kind: 'not-utf8', start: start() };
  }
}
