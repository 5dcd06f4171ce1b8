import { concatTexts, literalOf, literalText, type Piece, type Text } from '../../ir/text.ts';
import { dropChars, literalPrefix, splitAtFirst } from '../text-slice.ts';

/** What a word names: somewhere on the network, a file, standard input or output, or something no rule reads. */
export type Address =
  | { readonly kind: 'origin'; readonly origin: Text }
  | { readonly kind: 'file'; readonly path: Text }
  | { readonly kind: 'standard' }
  /** `ext::sh -c …`, `concat:a|b`: a form that starts programs or reads other addresses. */
  | { readonly kind: 'form'; readonly written: string };

const schemePattern = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//;
/** `name:` without slashes; one letter may be a drive, more is a protocol or a host. */
const prefixPattern = /^([A-Za-z0-9][A-Za-z0-9+._-]+):/;
const hostPattern = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?\.?)(:[0-9]{1,5})?$/;

/**
 * Reads `https://host/path`, `user@host:path`, `host:port` and plain paths.
 * `scheme` is the protocol of a host written without one; without it such a word is a file.
 */
export function addressOf(text: Text, scheme?: string): Address {
  const prefix = literalPrefix(text);
  const literal = literalOf(text);
  if (literal === '-' || /^pipe:[0-9]*$/.test(literal ?? '')) return { kind: 'standard' };
  if (/^[A-Za-z0-9+._-]+::/.test(prefix)) return { kind: 'form', written: prefix };
  const found = schemePattern.exec(prefix)?.[1];
  if (found !== undefined) return urlAddress(text, found.toLowerCase());
  if (scheme !== undefined) return bareHost(text, scheme);
  if (prefixPattern.test(prefix)) return { kind: 'form', written: prefix };
  return { kind: 'file', path: text };
}

/** Only where the program itself would look for a host: `git clone host:path` is ssh, `git clone dir` is not. */
export function remoteOrPath(text: Text): Address {
  const prefix = literalPrefix(text);
  const named = schemePattern.test(prefix) || /^[A-Za-z0-9+._-]+::/.test(prefix);
  if (named) return addressOf(text);
  if (prefix === '') return addressOf(text, 'https');
  const colon = splitAtFirst(text, ':');
  const beforeColon = colon === undefined ? undefined : literalPrefix(colon.before);
  if (beforeColon === undefined || beforeColon.includes('/')) return { kind: 'file', path: text };
  return addressOf(text, 'ssh');
}

function urlAddress(text: Text, scheme: string): Address {
  const rest = dropChars(text, scheme.length + 3);
  if (scheme === 'file') return { kind: 'file', path: rest };
  return originAddress(authorityOf(rest), scheme, text);
}

function bareHost(text: Text, scheme: string): Address {
  const authority = authorityOf(text);
  // `10.0.0.0/8` is many machines.
  if (scheme === 'tcp' && splitAtFirst(text, '/') !== undefined) return { kind: 'form', written: literalPrefix(text) };
  const colon = splitAtFirst(authority, ':');
  // scp's `host:path`: what follows the colon is no port. Elsewhere only a port may follow.
  const host = scheme === 'ssh' && colon !== undefined && !isPort(colon.after) ? colon.before : authority;
  return originAddress(host, scheme, text);
}

function isPort(text: Text): boolean {
  return /^[0-9]{1,5}$/.test(literalOf(text) ?? '');
}

function originAddress(authority: Text, scheme: string, text: Text): Address {
  const literal = literalOf(authority);
  // Readers disagree on what such a character does to the host in front of it or behind it.
  const doubtful = text.some((piece) => piece.kind === 'literal' && /[\\\s\p{Cc}]/u.test(piece.value));
  if (doubtful || authority.length === 0 || (literal !== undefined && !hostPattern.test(literal))) {
    return { kind: 'form', written: literalPrefix(text) };
  }
  const host = authority.map(
    (piece): Piece => (piece.kind === 'literal' ? { ...piece, value: piece.value.toLowerCase() } : piece),
  );
  return { kind: 'origin', origin: concatTexts(literalText(`${scheme}://`), host) };
}

/** Up to the first `/`, `?` or `#`, without `user:password@`. */
function authorityOf(text: Text): Text {
  let authority = text;
  for (const end of ['/', '?', '#']) authority = splitAtFirst(authority, end)?.before ?? authority;
  for (let next = splitAtFirst(authority, '@'); next !== undefined; next = splitAtFirst(authority, '@')) {
    authority = next.after;
  }
  return authority;
}
