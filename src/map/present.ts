import { showExpr } from '../ir/expr.ts';
import type { Json } from '../ir/json.ts';
import type { Call } from '../ir/plan.ts';

/** A call's arguments for people and JSON: headers as an object, what the tool adds by itself left out. */
export function presentParams(call: Pick<Call, 'capability' | 'args'>): Json {
  const shown = showExpr(call.args);
  if (call.capability !== 'network.http-fetch' || shown === null || typeof shown !== 'object' || Array.isArray(shown))
    return shown;
  const out: Record<string, Json> = {};
  for (const [key, value] of Object.entries(shown as { readonly [key: string]: Json })) {
    if (key === 'implied_headers' || (key === 'headers' && Array.isArray(value) && value.length === 0)) continue;
    out[key] = key === 'headers' || key === 'cookies' || key === 'query' ? pairsAsObject(value) : value;
    if (key === 'body') out[key] = bodyContent(value);
  }
  return out;
}

/** A JSON body as the JSON it is. */
function bodyContent(body: Json): Json {
  if (body === null || typeof body !== 'object' || !('json' in body)) return body;
  return (body as { readonly [key: string]: Json }).json ?? null;
}

/** A name given twice keeps both values. */
function pairsAsObject(pairs: Json): Json {
  if (!Array.isArray(pairs)) return pairs;
  const out = new Map<string, Json>();
  for (const pair of pairs) {
    if (!Array.isArray(pair)) continue;
    const [name, value] = pair as readonly Json[];
    const key = String(name);
    const before = out.get(key);
    out.set(key, before === undefined ? (value ?? '') : [...(Array.isArray(before) ? before : [before]), value ?? '']);
  }
  return Object.fromEntries(out);
}

const strength = [
  'sandbox.tool',
  'sandbox.python',
  'sandbox.node',
  'shell.run',
  'network.http-fetch',
  'io.write-file',
  'io.read-file',
] as const;

/** `sandbox.tool` > `sandbox.*` > `shell.run` > `network.http-fetch` > `io.write-file` > `io.read-file` > pure; the first on a tie. */
export function strongest<C extends { readonly capability: string }>(calls: readonly C[]): C | undefined {
  const rank = (capability: string): number => {
    const index = strength.indexOf(capability as (typeof strength)[number]);
    return index < 0 ? strength.length : capability === 'sandbox.node' ? 1 : index;
  };
  return calls.reduce<C | undefined>(
    (best, call) => (best === undefined || rank(call.capability) < rank(best.capability) ? call : best),
    undefined,
  );
}
