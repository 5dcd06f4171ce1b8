import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  readonly authority: string;
  readonly server: { readonly key: string; readonly cert: string };
}

/** An authority of its own and a server certificate for these names, made anew. */
export function makeCertificates(names: readonly string[]): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'skillc-tls-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    openssl(
      'req',
      '-x509',
      ...curve,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '2',
      '-subj',
      '/CN=Test authority',
    );
    openssl('req', ...curve, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=Test server');
    writeFileSync(join(folder, 'names'), `subjectAltName=${names.join(',')}\n`);
    const sign = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
    openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...sign);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    return { authority: read('ca.pem'), server: { key: read('server.key'), cert: read('server.pem') } };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
