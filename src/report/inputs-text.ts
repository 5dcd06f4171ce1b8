import type { Json, Schema } from '../ir/json.ts';

export interface InputRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default?: string;
  readonly description?: string;
}

/** The caller's inputs of a schema's first level; required ones first. */
export function inputRows(schema: Schema): readonly InputRow[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const rows = Object.entries(asObject(schema.properties)).map(([name, property]): InputRow => {
    const { type, default: preset, description, enum: choices } = asObject(property);
    return {
      name,
      type: Array.isArray(choices) ? choices.map((one) => JSON.stringify(one)).join(' | ') : typeText(type),
      required: required.has(name),
      ...(preset === undefined ? {} : { default: JSON.stringify(preset) }),
      ...(typeof description === 'string' ? { description } : {}),
    };
  });
  return rows.sort((a, b) => Number(b.required) - Number(a.required));
}

/** As raw text: `limit (integer, default 10)`. */
export function inputText({ name, type, required, default: preset, description }: InputRow): string {
  const need = required ? 'required' : preset === undefined ? 'optional' : `default ${preset}`;
  return `${name} (${type}, ${need})${description === undefined ? '' : `: ${description}`}`;
}

function typeText(type: Json | undefined): string {
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'any';
}

function asObject(value: Json | undefined): { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : {};
}
