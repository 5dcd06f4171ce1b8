import { execFileSync } from 'node:child_process';
import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createAuthority } from '../../../src/exec/egress/tls/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'skillc-certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const authority = createAuthority({ random: randomBytes, wall: Date.now });

/** What openssl says to it: `OK`, or its complaint. */
function verify(ca: string, leaf: string, ...more: string[]): string {
  const [caFile, leafFile] = [join(folder, 'ca.pem'), join(folder, 'leaf.pem')];
  writeFileSync(caFile, ca);
  writeFileSync(leafFile, leaf);
  const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', caFile, ...more, leafFile];
  try {
    return execFileSync('openssl', args, { stdio: 'pipe' }).toString().replace(leafFile, 'leaf').trim();
  } catch (error) {
    const { stderr = '' } = error as { readonly stderr?: Buffer | string };
    return /error \d+ at \d+ depth lookup: (.+)/.exec(stderr.toString())?.[1] ?? stderr.toString();
  }
}

test.each([
  ['api.example.com', ['-verify_hostname', 'api.example.com']],
  [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example`, []],
  ['127.0.0.1', ['-verify_ip', '127.0.0.1']],
  ['::1', ['-verify_ip', '::1']],
])('openssl, as strict as it can be, takes the certificate for %s', (host, more) => {
  expect(verify(authority.caPem, authority.issue(host), ...more)).toBe('leaf: OK');
});

test('it is for that host alone, and only for who trusts this run', () => {
  const other = createAuthority({ random: randomBytes, wall: Date.now });
  const leaf = authority.issue('api.example.com');
  expect([
    verify(authority.caPem, leaf, '-verify_hostname', 'evil.example.com'),
    verify(other.caPem, leaf),
    verify(authority.caPem, leaf, '-attime', String(Math.floor(Date.now() / 1_000) + 30 * 86_400)),
  ]).toEqual(['hostname mismatch', 'unable to get local issuer certificate', 'certificate has expired']);
});

test('a host certificate makes no other, and says what it is for', () => {
  const leaf = new X509Certificate(authority.issue('api.example.com'));
  const own = new X509Certificate(authority.caPem);
  expect([
    leaf.ca,
    leaf.subjectAltName,
    leaf.keyUsage,
    leaf.verify(own.publicKey),
    own.ca,
    own.verify(own.publicKey),
  ]).toEqual([false, 'DNS:api.example.com', ['1.3.6.1.5.5.7.3.1'], true, true, true]);
});

test('serial numbers are positive and never the same, whatever the random bytes are', () => {
  const zeroes = createAuthority({ random: (bytes) => new Uint8Array(bytes), wall: Date.now });
  const full = createAuthority({ random: (bytes) => new Uint8Array(bytes).fill(0xff), wall: Date.now });
  const serials = [zeroes, full].map(({ issue }) => new X509Certificate(issue('a.example')).serialNumber);
  expect([serials, verify(full.caPem, full.issue('a.example'))]).toEqual([
    ['40000000000000000000000000000000', '7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF'],
    'leaf: OK',
  ]);
});

test('it is valid after 2049 too, where dates are written in another way', () => {
  const late = createAuthority({ random: randomBytes, wall: () => Date.UTC(2050, 5, 1) });
  const at = ['-attime', String(Date.UTC(2050, 5, 1) / 1_000)];
  expect([verify(late.caPem, late.issue('a.example'), ...at), new X509Certificate(late.caPem).validTo]).toEqual([
    'leaf: OK',
    'Jun  3 00:00:00 2050 GMT',
  ]);
});
