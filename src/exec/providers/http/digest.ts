import { hash } from 'node:crypto';
import { HttpFailure } from './failure.ts';

/** RFC 7616, as far as servers use it: MD5 and SHA-256, with and without session, `qop=auth` or none. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: string | undefined;
  readonly qop: boolean;
  readonly stale: boolean;
}

const algorithms = new Map([
  ['md5', 'md5'],
  ['md5-sess', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-256-sess', 'sha256'],
]);

/** The strongest challenge of a 401 that can be answered; undefined where none is of this kind. */
export function digestChallenge(values: readonly string[]): DigestChallenge | undefined {
  const offered = values.filter((value) => /^digest\s/i.test(value)).map((value) => parseFields(value.slice(7)));
  if (offered.length === 0) return undefined;
  const usable = offered.flatMap((fields) => readChallenge(fields) ?? []);
  const best = usable.find(({ algorithm }) => algorithm?.toLowerCase().startsWith('sha-256')) ?? usable[0];
  if (best !== undefined) return best;
  throw new HttpFailure('network/digest', 'The server asks for a kind of digest that is not supported', 94);
}

function readChallenge(fields: ReadonlyMap<string, string>): DigestChallenge | undefined {
  const algorithm = fields.get('algorithm');
  const offers = fields
    .get('qop')
    ?.split(',')
    .map((name) => name.trim().toLowerCase());
  const nonce = fields.get('nonce');
  if (nonce === undefined || !algorithms.has((algorithm ?? 'md5').toLowerCase())) return undefined;
  if (offers !== undefined && !offers.includes('auth')) return undefined;
  return {
    realm: fields.get('realm') ?? '',
    nonce,
    opaque: fields.get('opaque'),
    algorithm,
    qop: offers !== undefined,
    stale: fields.get('stale')?.toLowerCase() === 'true',
  };
}

export interface DigestUse {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  readonly target: string;
  /** How often this nonce was used, this time included. */
  readonly count: number;
  readonly cnonce: string;
}

/** The value of `Authorization`, its fields in curl's order. */
export function digestAuthorization(challenge: DigestChallenge, use: DigestUse): string {
  const name = (challenge.algorithm ?? 'md5').toLowerCase();
  const digest = (text: string) => hash(algorithms.get(name) ?? 'md5', Buffer.from(text, 'latin1'));
  const nc = use.count.toString(16).padStart(8, '0');
  const plain = digest(`${use.user}:${challenge.realm}:${use.password}`);
  const ha1 = name.endsWith('-sess') ? digest(`${plain}:${challenge.nonce}:${use.cnonce}`) : plain;
  const ha2 = digest(`${use.method}:${use.target}`);
  const middle = challenge.qop ? `${challenge.nonce}:${nc}:${use.cnonce}:auth` : challenge.nonce;
  const fields = [
    `username="${quoted(use.user)}"`,
    `realm="${quoted(challenge.realm)}"`,
    `nonce="${quoted(challenge.nonce)}"`,
    `uri="${use.target}"`,
    ...(challenge.qop ? [`cnonce="${use.cnonce}"`, `nc=${nc}`, 'qop=auth'] : []),
    `response="${digest(`${ha1}:${middle}:${ha2}`)}"`,
    ...(challenge.opaque === undefined ? [] : [`opaque="${quoted(challenge.opaque)}"`]),
    ...(challenge.algorithm === undefined ? [] : [`algorithm=${challenge.algorithm}`]),
  ];
  return `Digest ${fields.join(', ')}`;
}

/** Field by field from the start: at the first that is none, the rest is not this challenge's. */
const field = /[\s,]{0,8}([a-zA-Z]{1,32})\s{0,8}=\s{0,8}(?:"((?:[^"\\]|\\.){0,2048})"|([^\s,"]{1,512}))/gy;

function parseFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [, name = '', inQuotes, bare] of text.matchAll(field)) {
    fields.set(name.toLowerCase(), inQuotes?.replace(/\\(.)/g, '$1') ?? bare ?? '');
  }
  return fields;
}

function quoted(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
