const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The UTF-8 bytes of a text as a string of characters up to 0xff, which is how Node takes header and target bytes. */
export function byteString(text: string): string {
  if (/^[\u0000-\u007f]*$/.test(text)) return text;
  return bytesAsText(utf8(text));
}

export function bytesAsText(bytes: Uint8Array): string {
  let out = '';
  for (const byte of bytes) out += String.fromCharCode(byte);
  return out;
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const out = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** As curl escapes: letters, digits and `-._~` stay, a space is `+`, all else is upper-case hex. */
export function urlencodeBytes(bytes: Uint8Array): Uint8Array {
  let out = '';
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    if (byte === 0x20) out += '+';
    else if (/[A-Za-z0-9._~-]/.test(char)) out += char;
    else out += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return utf8(out);
}

export function urlencodeText(text: string): string {
  return bytesAsText(urlencodeBytes(utf8(text)));
}

/** `-d @file` leaves out line ends and NUL. */
export function stripLineEnds(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte) => byte !== 0x0a && byte !== 0x0d && byte !== 0);
}
