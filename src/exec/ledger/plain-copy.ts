import type { Json } from '../../ir/json.ts';

const deepest = 200;
const mostNodes = 100_000;
const mostCharacters = 4_000_000;

/**
 * The value as JSON would carry it, sharing nothing with what was given; undefined for what is no plain data or too much of it.
 * What is decided on is this copy, so that nobody can change it in between, and state kept live and state read back are equal:
 * numbers that JSON has no form for become null, minus zero becomes zero, members that are undefined are left out.
 */
export function plainCopy(value: unknown): Json | undefined {
  let nodes = 0;
  let characters = 0;

  function copy(part: unknown, depth: number): Json | undefined {
    nodes++;
    if (nodes > mostNodes || depth > deepest) return undefined;
    if (part === null || typeof part === 'boolean') return part;
    if (typeof part === 'number') return Number.isFinite(part) ? part + 0 : null;
    if (typeof part === 'string') return fits(part) ? part : undefined;
    if (typeof part !== 'object') return undefined;
    if (Array.isArray(part)) return copyList(part, depth);
    const prototype: unknown = Object.getPrototypeOf(part);
    return prototype === Object.prototype || prototype === null ? copyMembers(part, depth) : undefined;
  }

  function copyList(list: readonly unknown[], depth: number): Json | undefined {
    if (list.length > mostNodes) return undefined;
    const out: Json[] = [];
    for (const item of list) {
      const copied = copy(item, depth + 1);
      if (copied === undefined) return undefined;
      out.push(copied);
    }
    return out;
  }

  function copyMembers(members: object, depth: number): Json | undefined {
    const out: [string, Json][] = [];
    for (const [key, member] of Object.entries(members)) {
      if (member === undefined) continue;
      const copied = fits(key) ? copy(member, depth + 1) : undefined;
      if (copied === undefined) return undefined;
      out.push([key, copied]);
    }
    // Defines each member: a key `__proto__` is one like any other.
    return Object.fromEntries(out);
  }

  function fits(text: string): boolean {
    characters += text.length;
    return characters <= mostCharacters;
  }

  return copy(value, 0);
}
