/** Input that is not text as these tools read it. */
export class NotText extends Error {}

/** Characters are those of UTF-8, as in the locale that most people have; bytes come one to a character. */
export function textOf(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  if (buffer.includes(0)) throw new NotText('input that is not UTF-8 text');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer);
  } catch {
    throw new NotText('input that is not UTF-8 text');
  }
}

export function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}
