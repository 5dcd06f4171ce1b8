import { canonicalJson, sha256 } from './digest.ts';
import type { Json } from './json.ts';
import type { Plan } from './plan.ts';

/** What an approval is bound to: everything in the plan but where it stood in the source. */
export function planDigest(plan: Plan): string {
  return sha256(canonicalJson(withoutSpans(plan as unknown as Json)));
}

function withoutSpans(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutSpans);
  const members = Object.entries(value as { readonly [key: string]: Json }).filter(
    ([key, member]) => !(key === 'span' && isSpan(member)),
  );
  return Object.fromEntries(members.map(([key, member]) => [key, withoutSpans(member)]));
}

function isSpan(value: Json): boolean {
  return value !== null && typeof value === 'object' && 'source' in value && 'start' in value && 'end' in value;
}
