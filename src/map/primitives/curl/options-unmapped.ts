import { type CurlOption, options } from './option.ts';

/** What curl means by it is known, and a request template cannot say it. */
export const unmappedOptions: readonly CurlOption[] = [
  ...options({ kind: 'unmapped', why: 'curl variables are not modelled' }, [['variable', 'value', '8.3.0']]),
  ...options({ kind: 'unmapped', why: 'client certificates and TLS-SRP are not modelled' }, [
    ['cert', 'value', '5.0', 'E'],
    ['cert-type', 'value', '7.9.3'],
    ['key', 'value', '7.9.3'],
    ['key-type', 'value', '7.9.3'],
    ['pass', 'value', '7.9.3'],
    ['ssl-auto-client-cert', 'toggle', '7.77.0'],
    ['tlsauthtype', 'value', '7.21.4'],
    ['tlspassword', 'value', '7.21.4'],
    ['tlsuser', 'value', '7.21.4'],
  ]),
  ...options({ kind: 'unmapped', why: 'the provider cannot hold to it' }, [
    ['pinnedpubkey', 'value', '7.39.0'],
    ['cert-status', 'toggle', '7.41.0'],
    ['ech', 'value', '8.8.0'],
    ['http2-prior-knowledge', 'nothing', '7.49.0'],
    ['http3-only', 'nothing', '7.88.0'],
    ['ignore-content-length', 'toggle', '7.14.1'],
    ['raw', 'toggle', '7.16.2'],
    ['tr-encoding', 'toggle', '7.21.6'],
    ['crlf', 'toggle', '5.7'],
  ]),
  ...options({ kind: 'unmapped', why: 'the signature is computed from the request' }, [
    ['aws-sigv4', 'value', '7.75.0'],
  ]),
  ...options({ kind: 'unmapped', why: 'the request depends on local files as they are then' }, [
    ['continue-at', 'value', '4.8', 'C'],
    ['etag-compare', 'value', '7.68.0'],
    ['skip-existing', 'toggle', '8.10.0'],
  ]),
  ...options({ kind: 'unmapped', why: 'the server names the file' }, [['remote-header-name', 'toggle', '7.20.0', 'J']]),
  ...options({ kind: 'unmapped', why: 'writes a further file that is not modelled' }, [
    ['etag-save', 'value', '7.68.0'],
    ['libcurl', 'value', '7.16.1'],
    ['stderr', 'value', '6.2'],
    ['trace', 'value', '7.9.7'],
    ['trace-ascii', 'value', '7.9.7'],
  ]),
  ...options({ kind: 'unmapped', why: 'keeps the method across a redirect' }, [
    ['post301', 'toggle', '7.17.1'],
    ['post302', 'toggle', '7.19.1'],
    ['post303', 'toggle', '7.26.0'],
  ]),
  ...options({ kind: 'unmapped', why: 'field names are escaped another way' }, [['form-escape', 'toggle', '7.81.0']]),
  ...options({ kind: 'unmapped', why: 'prints information and sends no request' }, [
    ['help', 'toggle', '4.0', 'h'],
    ['manual', 'toggle', '5.2', 'M'],
    ['version', 'toggle', '4.0', 'V'],
    ['dump-ca-embed', 'nothing', '8.10.0'],
  ]),
];
