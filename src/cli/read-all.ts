const most = 1024 * 1024;

/** Standard input to its end as text; undefined where it is longer than 1 MB or no UTF-8. */
export async function readAll(stdin: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stdin) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    return undefined;
  }
}
