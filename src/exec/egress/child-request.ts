import { type Expr, list, literal, object } from '../../ir/expr.ts';
import type { Call } from '../../ir/plan.ts';
import type { Span } from '../../ir/span.ts';
import type { ChildStep } from '../market/program.ts';
import type { Exchanged } from './exchange.ts';
import type { Incoming } from './incoming.ts';

/**
 * The request as a call like any other: judged, recorded, budgeted and sent by those who do that for every request. Redirects go back
 * to the code inside, whose next request is judged like the first.
 */
export function childRequest(
  incoming: Incoming,
  exchanged: Exchanged,
  body: Uint8Array,
  span: Span,
): Omit<ChildStep, 'signal'> {
  const { method, origin, reroutes } = incoming;
  const call: Call = {
    kind: 'call',
    capability: 'network.http-fetch',
    args: object({
      method: literal(method),
      url: exchanged.url,
      headers: headersOf(exchanged),
      basic_auth: exchanged.basicAuth === undefined ? undefined : object({ ...exchanged.basicAuth }),
      body: incoming.hasBody ? (exchanged.body ?? wholeInput) : undefined,
      include_headers: literal(true),
      decompress: literal(true),
    }),
    effects: [
      {
        kind: 'network',
        method: reroutes.method ? '*' : method,
        origin,
        path: reroutes.path ? '/**' : exchanged.path,
      },
      ...exchanged.uses.map((use) => ({ kind: 'secret', ...use }) as const),
    ],
    tier: 1,
    span,
  };
  return { call, uses: exchanged.uses, stdin: exchanged.body === undefined ? body : new Uint8Array() };
}

const wholeInput: Expr = list([object({ stdin: { kind: 'stdin' }, mode: literal('keep') })]);

/** Plain answers only: what is compressed would have to be unpacked to be searched, and the code gets it unpacked anyway. */
const identity: readonly [string, Expr] = ['Accept-Encoding', literal('identity')];

function headersOf({ headers }: Exchanged): Expr {
  return list([...headers, identity].map(([name, value]) => list([literal(name), value])));
}
