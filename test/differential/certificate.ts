import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/** A self-signed certificate made on the spot for these names and addresses, so that no key lies in the repository. */
export function createCertificate(hosts: readonly string[] = []): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const name = sequence(
    der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('recorder')))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time('20200101000000Z'), time('20991231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(hosts.length === 0 ? [] : [extensions(hosts)]),
  );
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const signature = sign('sha256', body, createPrivateKey(key));
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const base64 = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return { key, cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n` };
}

/** The one extension that says which hosts the certificate is for. */
function extensions(hosts: readonly string[]): Buffer {
  const names = sequence(...hosts.map(hostName));
  return der(0xa3, sequence(sequence(der(0x06, Buffer.from('551d11', 'hex')), der(0x04, names))));
}

function hostName(host: string): Buffer {
  if (isIPv4(host)) return der(0x87, Buffer.from(host.split('.').map(Number)));
  return isIPv6(host) ? der(0x87, ipv6Bytes(host)) : der(0x82, Buffer.from(host));
}

function ipv6Bytes(host: string): Buffer {
  const [left = '', right] = host.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const before = left === '' ? [] : left;
  const after = right ?? [];
  const groups = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function time(value: string): Buffer {
  return der(0x18, Buffer.from(value));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
