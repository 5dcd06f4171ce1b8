import type { Effect, NetworkEffect } from './effect.ts';

/** Distinct effects in a fixed order: by kind, then by their own fields. */
export function unionEffects(lists: Iterable<readonly Effect[]>): readonly Effect[] {
  const filled = [...lists].filter((effects) => effects.length > 0);
  const [first, second] = filled;
  if (first === undefined) return [];
  if (second === undefined && (first.length === 1 || united.has(first))) return first;
  const distinct = new Map<string, Effect>();
  for (const effects of filled) for (const effect of effects) distinct.set(effectKey(effect), effect);
  const union = [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, effect]) => effect);
  united.add(union);
  return union;
}

/** Results of `unionEffects`: the union of one of them alone is itself. */
const united = new WeakSet<readonly Effect[]>();

const order = ['network', 'secret', 'read', 'write', 'process', 'env', 'output', 'classified'] as const;

function effectKey(effect: Effect): string {
  const rank = order.indexOf(effect.kind);
  return `${rank} ${JSON.stringify(Object.entries(effect).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** Whether a grant allows an effect. What is known only at run time is allowed by nothing. */
export function covers(grant: Effect, effect: Effect): boolean {
  if (grant.kind !== effect.kind || isOpen(grant) || isOpen(effect)) return false;
  switch (grant.kind) {
    case 'network':
      return coversNetwork(grant, effect as NetworkEffect);
    case 'read':
    case 'write':
      return coversPath(grant.path, (effect as { readonly path: string }).path);
    default:
      return effectKey(grant) === effectKey(effect);
  }
}

function isOpen(effect: Effect): boolean {
  return Object.values(effect).some((value) => typeof value === 'string' && value.includes('${dynamic:'));
}

function coversNetwork(grant: NetworkEffect, effect: NetworkEffect): boolean {
  const method = grant.method === '*' || grant.method === effect.method;
  return (
    method && grant.origin === effect.origin && grant.origin.includes('://') && coversUrlPath(grant.path, effect.path)
  );
}

/** `*` is one segment or part of one, never `.`, `..`, empty, or an encoded slash; `**` at the end is any rest without them. */
function coversUrlPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (given.some(isDots)) return false;
  for (const [index, segment] of wanted.entries()) {
    if (segment === '**' && index === wanted.length - 1) return !given.slice(index).some(hasSlash);
    const actual = given[index];
    if (actual === undefined || !coversSegment(segment, actual)) return false;
  }
  return wanted.length === given.length;
}

function isDots(segment: string): boolean {
  return segment.length <= 6 && /^(?:\.|%2e){1,2}$/i.test(segment);
}

/** Written out in the grant it is what was reviewed; behind a star it could be a way around it. */
function hasSlash(segment: string): boolean {
  return /%2f|%5c|\\/i.test(segment);
}

function coversSegment(pattern: string, segment: string): boolean {
  if (!pattern.includes('*')) return pattern === segment;
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.join('*');
  return (
    !hasSlash(segment) &&
    segment.length > head.length + tail.length &&
    segment.startsWith(head) &&
    segment.endsWith(tail) &&
    !tail.includes('*')
  );
}

/** A directory covers what is under it; `*` is part of one name; `..` is never covered. */
function coversPath(grant: string, path: string): boolean {
  const given = path.split('/');
  if (given.includes('..')) return false;
  if (grant.includes('*')) {
    const wanted = grant.split('/');
    return wanted.length <= given.length && wanted.every((name, at) => coversName(name, given[at] ?? ''));
  }
  return (
    grant === path ||
    (grant !== '' && path.startsWith(grant.endsWith('/') ? grant : `${grant}/`)) ||
    (grant === '.' && !path.startsWith('/') && !path.startsWith('~'))
  );
}

function coversName(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name;
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop() ?? '';
  if (name === '' || name === '.' || name.length < head.length + tail.length) return false;
  if (!name.startsWith(head) || !name.endsWith(tail)) return false;
  let at = head.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - tail.length) return false;
    at = found + part.length;
  }
  return true;
}
