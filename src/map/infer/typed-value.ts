import type { Json, Schema } from '../../ir/json.ts';

export interface TypedValue {
  readonly value: Json;
  readonly schema: Schema;
}

/** A value of a query or a form, which has no types of its own: what reads like a number or a truth value is one. */
export function typedValue(text: string): TypedValue {
  if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return { value: Number(text), schema: { type: 'integer' } };
  if (text === 'true' || text === 'false') return { value: text === 'true', schema: { type: 'boolean' } };
  return { value: text, schema: { type: 'string' } };
}
