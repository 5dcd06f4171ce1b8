import type { Effect } from '../ir/effect.ts';
import type { Tier } from '../ir/plan.ts';

export const tierMeaning: { readonly [T in Tier]: string } = {
  0: 'pure, touches nothing',
  1: 'HTTP and granted files',
  2: 'sandboxed interpreter or known program',
  3: 'unknown tool',
};

/** One effect as a sentence part, as raw text: `sends GET https://api.example.com/v1/me`. */
export function effectText(effect: Effect): string {
  switch (effect.kind) {
    case 'network':
      return `sends ${effect.method} ${effect.origin + effect.path}`;
    case 'secret':
      return `uses secret ${effect.name} at ${secretPlace(effect)}`;
    case 'read':
      return `reads ${effect.path}`;
    case 'write':
      return `writes ${effect.path}`;
    case 'process':
      return `runs ${effect.program}`;
    case 'env':
      return `reads the variable ${effect.name}`;
    case 'output':
      return 'prints';
    case 'classified':
      return `handles ${effect.class} data`;
  }
}

/** Where a secret goes: `https://api.example.com in the header authorization`. */
export function secretPlace({ origin, slot }: { readonly origin: string; readonly slot: string }): string {
  return origin === '' ? slotText(slot) : `${origin} in ${slotText(slot)}`;
}

/** `header:authorization` → `the header authorization`. */
export function slotText(slot: string): string {
  const colon = slot.indexOf(':');
  const place = slot.slice(colon + 1);
  switch (colon < 0 ? '' : slot.slice(0, colon)) {
    case 'header':
      return `the header ${place}`;
    case 'query':
      return `the query parameter ${place}`;
    case 'cookie':
      return `the cookie ${place}`;
    case 'basic':
      return `the basic-auth ${place}`;
    case 'body':
      return `the body at ${place}`;
    case 'env':
      return `the environment variable ${place}`;
    default:
      return slot === 'declared' ? 'no place that the text shows' : slot;
  }
}
