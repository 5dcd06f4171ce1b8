/** What a header can make of a request behind the back of its URL and method. */
export type Rerouted = 'host' | 'target' | 'method';

const rerouting: ReadonlyMap<string, Rerouted> = new Map([
  ['host', 'host'],
  ['x-forwarded-host', 'host'],
  ['x-original-host', 'host'],
  ['x-host', 'host'],
  ['forwarded', 'target'],
  ['x-original-url', 'target'],
  ['x-rewrite-url', 'target'],
  ['x-http-method-override', 'method'],
  ['x-http-method', 'method'],
  ['x-method-override', 'method'],
]);

/** Servers and the proxies before them take such a header's word over that of the request line. */
export function reroutedBy(header: string): Rerouted | undefined {
  return rerouting.get(header.toLowerCase());
}
