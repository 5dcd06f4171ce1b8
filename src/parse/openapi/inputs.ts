import type { Json, Schema } from '../../ir/json.ts';

/** One input of an operation. */
export interface InputField {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** Left out when the caller gives nothing; an input with a default always has a value. */
export function isOptional(field: InputField): boolean {
  return !field.required && field.schema.default === undefined;
}

/** Hands out input names: two parameters of the same name in different places are two inputs. */
export interface InputNames {
  readonly claim: (name: string, place: string) => string;
}

export function inputNames(): InputNames {
  const taken = new Set<string>();
  const claim = (name: string, place: string): string => {
    let chosen = taken.has(name) ? `${place}_${name}` : name;
    for (let n = 2; taken.has(chosen); n++) chosen = `${place}_${name}_${n}`;
    taken.add(chosen);
    return chosen;
  };
  return { claim };
}

/** The fields as one object schema; the same form in every front end, so that equal operations have equal inputs. */
export function inputSchema(fields: readonly InputField[]): Schema {
  const properties: Record<string, Json> = {};
  for (const { name, schema } of fields) properties[name] = schema;
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}
