import { isIP } from 'node:net';
import { readAuthority } from '../../http/url/host.ts';
import { isProblem } from '../../http/url/problem.ts';
import { type Refusal, refusal } from './refusal.ts';

/** Where a tunnel says it leads. Nothing is looked up and nothing connected: its requests are read here. */
export interface TunnelTarget {
  readonly kind: 'tunnel';
  readonly origin: string;
  /** For the certificate: no brackets. */
  readonly host: string;
  /** As `Host` must name it. */
  readonly authority: string;
}

const longestName = 253;

/**
 * A name at the usual port is taken, granted or not, so that its requests can be answered with a reason. Addresses and other ports
 * only where the plan names that very origin.
 */
export function readTunnelTarget(asked: string, isGranted: (origin: string) => boolean): TunnelTarget | Refusal {
  // Anything but these characters has no place in a name, NUL before all.
  const port = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([1-9][0-9]{0,4})$/.exec(asked)?.[1];
  const read = port === undefined ? undefined : readAuthority(asked, 'https');
  if (read === undefined || isProblem(read) || read.host.length > longestName)
    return refusal(400, 'connect-target', 'CONNECT must name `host:port`, in the usual spelling');
  const authority = read.port === undefined ? read.host : `${read.host}:${read.port}`;
  const host = read.host.replace(/^\[|\]$/g, '');
  const origin = `https://${authority}`;
  if (!isGranted(origin)) {
    if (isIP(host) !== 0) return refusal(403, 'address', `\`${origin}\` is an address that the plan does not name`);
    if (read.port !== undefined) return refusal(403, 'port', `\`${origin}\` is a port that the plan does not name`);
  }
  return { kind: 'tunnel', origin, host, authority };
}
