import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { addressBytes } from '../../providers/http/address.ts';
import { bits, integer, objectId, octets, sequence, set, tagged, time, truth, utf8String } from './der.ts';

/** An authority made for one run. Its key is in this process only, and only one sandbox trusts it. */
export interface RunAuthority {
  readonly caPem: string;
  /** The same key for every host of the run. */
  readonly keyPem: string;
  /** A certificate for one DNS name or address. */
  readonly issue: (host: string) => string;
}

export interface AuthorityOptions {
  readonly random: (bytes: number) => Uint8Array;
  readonly wall: () => number;
}

const hour = 3_600_000;
/** Clocks go forth and back a little; no run takes as long. */
const life = { before: hour, after: 48 * hour };

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));

export function createAuthority({ random, wall }: AuthorityOptions): RunAuthority {
  const ca = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const server = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const caId = keyId(ca.publicKey);
  // Two runs' authorities never have the same name, so that nobody takes one's key for the other's.
  const issuer = name(`skillc run ${Buffer.from(random(8)).toString('hex')}`);
  const make = (subject: Uint8Array, key: KeyObject, extensions: readonly Uint8Array[]) =>
    certificate({ issuer, subject, key, extensions, serial: serial(random), now: wall(), signer: ca.privateKey });
  const own = make(issuer, ca.publicKey, [
    extension('2.5.29.19', true, sequence(truth(true), integer(Uint8Array.of(0)))),
    // keyCertSign, cRLSign
    extension('2.5.29.15', true, bits(Uint8Array.of(0b0000_0110), 1)),
    ...keyIds(caId, caId),
  ]);
  const serverId = keyId(server.publicKey);
  return {
    caPem: own,
    keyPem: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    issue: (host) =>
      make(name('skillc run'), server.publicKey, [
        extension('2.5.29.19', true, sequence()),
        // digitalSignature
        extension('2.5.29.15', true, bits(Uint8Array.of(0b1000_0000), 7)),
        // serverAuth
        extension('2.5.29.37', false, sequence(objectId('1.3.6.1.5.5.7.3.1'))),
        extension('2.5.29.17', false, sequence(alternativeName(host))),
        ...keyIds(serverId, caId),
      ]),
  };
}

interface CertificateParts {
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly key: KeyObject;
  readonly extensions: readonly Uint8Array[];
  readonly serial: Uint8Array;
  readonly now: number;
  readonly signer: KeyObject;
}

function certificate({ issuer, subject, key, extensions, serial, now, signer }: CertificateParts): string {
  const signed = sequence(
    tagged(0xa0, integer(Uint8Array.of(2))),
    serial,
    ecdsaWithSha256,
    issuer,
    sequence(time(now - life.before), time(now + life.after)),
    subject,
    key.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const whole = sequence(signed, ecdsaWithSha256, bits(sign('sha256', signed, signer)));
  const lines =
    Buffer.from(whole)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function serial(random: (bytes: number) => Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(random(16));
  // Neither zero nor negative.
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return integer(bytes);
}

function name(common: string): Uint8Array {
  return sequence(set(sequence(objectId('2.5.4.3'), utf8String(common))));
}

function extension(id: string, critical: boolean, value: Uint8Array): Uint8Array {
  return sequence(objectId(id), ...(critical ? [truth(true)] : []), octets(value));
}

function keyIds(own: Uint8Array, issuers: Uint8Array): readonly Uint8Array[] {
  return [extension('2.5.29.14', false, octets(own)), extension('2.5.29.35', false, sequence(tagged(0x80, issuers)))];
}

/** The leftmost 160 bits of the hash of the key's bits, as RFC 7093 has it. */
function keyId(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = Buffer.concat([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return createHash('sha256').update(point).digest().subarray(0, 20);
}

function alternativeName(host: string): Uint8Array {
  const address = isIP(host) === 0 ? undefined : addressBytes(host);
  return address === undefined ? tagged(0x82, Buffer.from(host, 'latin1')) : tagged(0x87, address);
}
