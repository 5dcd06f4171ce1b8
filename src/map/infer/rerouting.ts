import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { HeaderTemplate, RequestTemplate } from '../../ir/request.ts';
import { type Rerouted, reroutedBy } from '../../ir/rerouting-header.ts';
import { literalOf, showText, type Text } from '../../ir/text.ts';
import type { Collector } from './collector.ts';

/** What of a request the server may take from a header instead: then any method, any path may be meant. */
export interface Rerouting {
  readonly method: boolean;
  readonly path: boolean;
}

/**
 * A header that makes another request of this one than its effects say: reviewed, bound and trusted by one host, path
 * or method, answered as another. `Host` may only repeat the host of the URL.
 */
export function reroutingHeaders(request: RequestTemplate, origin: Text, collector: Collector): Rerouting | Diagnostic {
  const found = new Set<Rerouted>();
  for (const header of request.headers) {
    const name = literalOf(header.name) ?? '';
    const rerouted = reroutedBy(name);
    if (rerouted === undefined) continue;
    const told = { host: authorityOf(origin), target: undefined, method: keyOf(request.method) }[rerouted];
    if (told === (rerouted === 'host' ? withoutDefaultPort(keyOf(header.value), origin) : keyOf(header.value)))
      continue;
    const what = { host: 'host', target: 'address', method: 'method' }[rerouted];
    const message = `the header \`${name}: ${showText(header.value)}\` names another ${what} than the request has`;
    // `Host` is the request's own address, and only the client writes it; the others are up to the server.
    if (name.toLowerCase() === 'host')
      return diagnose('map/route-changed', message, request.span, `remove the header, or request that ${what} itself`);
    collector.report('map/header-reroutes', message, request.span);
    found.add(rerouted);
  }
  return { method: found.has('method'), path: found.has('target') };
}

/** The headers without `Host`: the client writes it from the URL. */
export function withoutHost(headers: readonly HeaderTemplate[]): readonly HeaderTemplate[] {
  const isHost = ({ name }: HeaderTemplate) => literalOf(name)?.toLowerCase() === 'host';
  return headers.some(isHost) ? headers.filter((header) => !isHost(header)) : headers;
}

/** Equal for equal texts, whatever the case of their letters. */
function keyOf(text: Text): string {
  const shown = text.map((piece) => (piece.kind === 'literal' ? piece.value.toLowerCase() : `\0${piece.name}\0`));
  return shown.join('').trim();
}

function authorityOf(origin: Text): string {
  return keyOf(origin).replace(/^https?:\/\//, '');
}

function withoutDefaultPort(host: string, origin: Text): string {
  return host.replace(keyOf(origin).startsWith('https:') ? /:443$/ : /:80$/, '');
}
