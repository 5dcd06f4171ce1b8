/** What the first bytes of a tunnel say: TLS for a name or for none, that more must come, or something else. */
export type Hello =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'nameless' }
  | { readonly kind: 'more' }
  | { readonly kind: 'other' };

const longest = 65_536;
const other: Hello = { kind: 'other' };
const more: Hello = { kind: 'more' };

/**
 * Reads the name out of a ClientHello. It may come in several records, each `16 03 0x length`, and those in any number of pieces:
 *
 *     record: type 1 | version 2 | length 2 | handshake: type 1 | length 3 | version 2 | random 32 | session | ciphers | methods | extensions
 */
export function readHello(bytes: Uint8Array): Hello {
  const handshake: Uint8Array[] = [];
  let have = 0;
  for (let at = 0; ; ) {
    if (bytes.length > at && bytes[at] !== 0x16) return other;
    if (bytes.length < at + 5) break;
    const length = word(bytes, at + 3);
    if (bytes[at + 1] !== 3 || length === 0 || length > 16_640) return other;
    const part = bytes.subarray(at + 5, at + 5 + length);
    handshake.push(part);
    have += part.length;
    const whole = Buffer.concat(handshake);
    if (whole.length > 0 && whole[0] !== 1) return other;
    if (whole.length >= 4) {
      const wanted = ((whole[1] ?? 0) << 16) | word(whole, 2);
      if (wanted > longest) return other;
      if (have >= 4 + wanted) return nameIn(whole.subarray(4, 4 + wanted));
    }
    at += 5 + length;
    if (bytes.length < at) break;
  }
  return bytes.length > longest ? other : more;
}

function nameIn(hello: Uint8Array): Hello {
  const session = 34;
  const ciphers = session + 1 + (hello[session] ?? 0);
  const methods = ciphers + 2 + word(hello, ciphers);
  const extensions = methods + 1 + (hello[methods] ?? 0);
  const end = extensions + 2 + word(hello, extensions);
  if (end !== hello.length) return other;
  for (let at = extensions + 2; at + 4 <= end; at += 4 + word(hello, at + 2)) {
    const data = hello.subarray(at + 4, at + 4 + word(hello, at + 2));
    if (word(hello, at) === 0) return serverName(data);
  }
  return { kind: 'nameless' };
}

/** `list length 2 | type 1 (0: a host) | length 2 | name`; a second entry would be a second meaning. */
function serverName(data: Uint8Array): Hello {
  const length = word(data, 3);
  if (word(data, 0) !== data.length - 2 || data[2] !== 0 || data.length !== 5 + length) return other;
  const name = Buffer.from(data.subarray(5)).toString('latin1');
  return /^[A-Za-z0-9._-]{1,253}$/.test(name) ? { kind: 'name', name: name.toLowerCase() } : other;
}

function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
