import type { CatalogueRow } from './row.ts';

/** curl, wget, HTTPie and URLs. */
export const httpCodes = {
  'map/url-scheme': {
    severity: 'error',
    about: 'a URL whose scheme is not http or https',
    help: 'only http and https can be governed',
  },
  'map/url-noncanonical': {
    severity: 'error',
    about: 'a URL that different programs read differently',
    help: 'write the URL in its plain form: percent-encode spaces, use a host name or a dotted IPv4 address',
  },
  'map/url-glob': {
    severity: 'error',
    about: 'braces or brackets in a URL that curl would not expand, or into too many requests',
    help: 'escape the characters, or switch globbing off with `-g`',
  },
  'map/curl-usage': { severity: 'error', about: 'a command line that curl itself ends with an error' },
  'map/curl-unmapped': { severity: 'warning', about: 'a use of curl that no request template can say' },
  'map/curl-dynamic': {
    severity: 'warning',
    about: 'a variable that decides what the command line means',
    help: 'write the options out, or assign the variable in the same block',
  },
  'map/transport-weakened': {
    severity: 'error',
    about: 'an option that weakens the protection of the connection',
    help: 'remove the option',
  },
  'map/route-changed': {
    severity: 'error',
    about: 'an option or a header that makes the request another one than its URL and method say',
    help: 'remove it and name the real address in the URL',
  },
  'map/header-reroutes': {
    severity: 'warning',
    about: 'a header by which some servers take the request for another one than its URL and method say',
    help: 'always asked about; request that host, address or method itself where it is meant',
  },
  'map/address-guarded': {
    severity: 'warning',
    about: 'a link-local, metadata, unspecified or multicast address, which no approval opens',
    help: 'only a policy of the host that names this origin lets the request through',
  },
  'map/auth-challenge': {
    severity: 'error',
    about: 'an authentication that needs an exchange with the server',
    help: 'use basic authentication or a bearer token',
  },
  'map/credential-spread': {
    severity: 'error',
    about: 'an option that takes credentials from elsewhere or hands them on',
    help: 'name the credential in the command',
  },
  'map/header-control': { severity: 'error', about: 'a control character where it would end a header' },
  'map/header-framing': {
    severity: 'error',
    about: 'a header that says where the request ends',
    help: 'leave the header out; the length is computed',
  },
} as const satisfies Record<string, CatalogueRow>;
