import { canonicalJson, sha256 } from './digest.ts';
import type { Json } from './json.ts';
import type { Plan } from './plan.ts';

/** What an approval is bound to: everything in the plan but where it stood in the source. */
export function planDigest(plan: Plan): string {
  return sha256(canonicalJson(plan as unknown as Json, isSpan));
}

/** A field of a document may be called `span` too: only what has a span's own fields is one. */
function isSpan(key: string, value: Json): boolean {
  return (
    key === 'span' &&
    value !== null &&
    typeof value === 'object' &&
    'source' in value &&
    'start' in value &&
    'end' in value
  );
}
