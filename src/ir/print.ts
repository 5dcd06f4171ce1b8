import type { Json } from './json.ts';
import type { Plan } from './plan.ts';
import { planShape } from './plan-shape.ts';
import type { Skill } from './skill.ts';
import { skillShape } from './skill-shape.ts';

/** The printed form of an IR: JSON with sorted keys, two blanks a level, one byte sequence for one value. */
export function printIr(value: Skill | Plan): string {
  return `${print(value as unknown as Json, '')}\n`;
}

function print(value: Json, indent: string): string {
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  const inside = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => print(item as Json, inside))
    : Object.entries(value as { readonly [key: string]: Json })
        .filter(([, member]) => member !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, member]) => `${JSON.stringify(key)}: ${print(member, inside)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length === 0 ? `${open}${close}` : `${open}\n${inside}${items.join(`,\n${inside}`)}\n${indent}${close}`;
}

export type ParsedIr =
  | { readonly kind: 'ir'; readonly value: Skill | Plan }
  /** What is not as it must be, e.g. `plan.calls[0].tier`. */
  | { readonly kind: 'bad'; readonly reason: string };

/** A printed IR back to its value; every field is checked, and none but the known ones is let in. */
export function parseIr(text: string): ParsedIr {
  const value = readJson(text);
  const kind = value !== null && typeof value === 'object' && 'kind' in value ? value.kind : undefined;
  if (kind !== 'skill' && kind !== 'plan') return { kind: 'bad', reason: 'neither a skill nor a plan' };
  const wrong = (kind === 'skill' ? skillShape : planShape)(value, 0);
  return wrong === undefined
    ? { kind: 'ir', value: value as unknown as Skill | Plan }
    : { kind: 'bad', reason: `${kind}${wrong} is not as it must be` };
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
