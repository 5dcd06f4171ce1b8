import type { Mount } from '../sandbox/sandbox.ts';

const ca = '/run/skillc/ca.pem';
const wgetrc = '/run/skillc/wgetrc';

/**
 * What makes curl, git, wget, Python and Node take this way by themselves. No client reads all of it and each reads some: Python's
 * urllib and curl SSL_CERT_FILE, requests REQUESTS_CA_BUNDLE, Node NODE_EXTRA_CA_CERTS and a flag of its own, git GIT_SSL_CAINFO,
 * wget nothing but a file of settings.
 */
export function egressEnvironment(proxy: string): Readonly<Record<string, string>> {
  return {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    http_proxy: proxy,
    https_proxy: proxy,
    NO_PROXY: '',
    no_proxy: '',
    NODE_USE_ENV_PROXY: '1',
    SSL_CERT_FILE: ca,
    REQUESTS_CA_BUNDLE: ca,
    CURL_CA_BUNDLE: ca,
    NODE_EXTRA_CA_CERTS: ca,
    GIT_SSL_CAINFO: ca,
    WGETRC: wgetrc,
  };
}

/** The files that the variables name. */
export function egressMounts(caPem: string): readonly Mount[] {
  return [
    { kind: 'file', bytes: Buffer.from(caPem), at: ca },
    { kind: 'file', bytes: Buffer.from(`ca_certificate = ${ca}\n`), at: wgetrc },
  ];
}
