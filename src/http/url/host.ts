import { hasMark } from './marks.ts';
import { noncanonical, type UrlProblem } from './problem.ts';

/** `host[:port]` in the one spelling on which curl and the WHATWG parser agree, or why it has none. */
export function readAuthority(
  authority: string,
  scheme: string | undefined,
): { readonly host: string; readonly port?: string } | UrlProblem {
  const { host, port } = splitPort(authority);
  const written = host.toLowerCase();
  const problem = hostProblem(written) ?? (port === undefined ? undefined : portProblem(port));
  if (problem !== undefined) return problem;
  const plain = port === undefined ? undefined : hasMark(port) ? port : port.replace(/^0+(?=\d)/, '');
  const needless = plain === undefined || plain === '' || plain === defaultPort(scheme);
  return needless ? { host: written } : { host: written, port: plain };
}

function splitPort(authority: string): { readonly host: string; readonly port?: string } {
  const bracket = authority.startsWith('[') ? authority.indexOf(']') : -1;
  const colon = authority.indexOf(':', bracket + 1);
  if (colon < 0) return { host: authority };
  return { host: authority.slice(0, colon), port: authority.slice(colon + 1) };
}

function defaultPort(scheme: string | undefined): string | undefined {
  if (scheme === 'https') return '443';
  return scheme === 'http' ? '80' : undefined;
}

function portProblem(port: string): UrlProblem | undefined {
  if (port === '') return undefined;
  if (!/^[0-9\uDC00-\uDFFF]+$/u.test(port)) return noncanonical(`the port is not a number`);
  if (hasMark(port)) return undefined;
  const value = port.length > 8 ? Number.POSITIVE_INFINITY : Number(port);
  return value >= 1 && value <= 65535 ? undefined : noncanonical('the port is out of range');
}

function hostProblem(host: string): UrlProblem | undefined {
  if (host === '') return noncanonical('the host is missing');
  if (host.startsWith('['))
    return isCanonicalIpv6(host) ? undefined : noncanonical(`the address is not canonical IPv6`);
  if (!/^[a-z0-9._\-\uDC00-\uDFFF]+$/u.test(host)) return noncanonical('the host has characters no host name has');
  if (/^\.|\.\.|\.$/.test(host)) return noncanonical('the host has an empty label');
  return hasMark(host) ? undefined : numberProblem(host);
}

/** Decimal, octal, hex and short forms of an address are refused: what is reviewed must be what is contacted. */
function numberProblem(host: string): UrlProblem | undefined {
  const last = host.slice(host.lastIndexOf('.') + 1);
  if (!/^(?:\d+|0x[0-9a-f]*)$/.test(last)) return undefined;
  return isCanonicalIpv4(host) ? undefined : noncanonical('the host is an unusual spelling of an IP address');
}

function isCanonicalIpv4(host: string): boolean {
  const parts = host.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isCanonicalIpv6(host: string): boolean {
  if (!/^\[[0-9a-f:.]+\]$/.test(host)) return false;
  return URL.parse(`http://${host}/`)?.hostname === host;
}
