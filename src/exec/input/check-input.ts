import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { RegExpEngine } from 'ajv/dist/types/index.js';
import { nearest } from '../../ir/did-you-mean.ts';
import type { Json, Schema } from '../../ir/json.ts';
import type { Reason } from '../outcome.ts';
import { BoundedPattern } from './bounded-pattern.ts';

export type Checked =
  | { readonly kind: 'inputs'; readonly inputs: ReadonlyMap<string, Json> }
  | { readonly kind: 'refused'; readonly reason: Reason };

/** The caller's parameters against one operation's schema, with its defaults put in. */
export type InputCheck = (given: unknown) => Checked;

const MAX_BYTES = 1024 * 1024;

export function inputCheck(schema: Schema): InputCheck {
  const validate = compiled(schema);
  const properties = objectOf(schema.properties);
  const defaults = Object.entries(properties).flatMap(([name, property]) => {
    const value = objectOf(property).default;
    return value === undefined ? [] : [[name, value] as const];
  });
  const check: InputCheck = (given) => {
    if (validate === undefined)
      return refuse(
        'input/schema',
        'the input schema of the operation cannot be read',
        'mend the skill and load it again',
      );
    if (given === null || typeof given !== 'object' || Array.isArray(given))
      return refuse('input/shape', 'the parameters are no object', 'give a JSON object');
    const inputs = new Map<string, Json>(Object.entries(given as { readonly [key: string]: Json }));
    if (JSON.stringify(given).length > MAX_BYTES)
      return refuse('limit/input', 'the parameters are larger than 1 MiB', 'give less in one call');
    const strange = [...inputs.keys()].find((name) => !Object.hasOwn(properties, name));
    if (strange !== undefined) return unknownInput(strange, Object.keys(properties));
    if (!validate(given)) return wrongInput(validate.errors ?? []);
    for (const [name, value] of defaults) if (!inputs.has(name)) inputs.set(name, value);
    return { kind: 'inputs', inputs };
  };
  // What comes of nothing is the same each time.
  let ofNone: Checked | undefined;
  return (given) => {
    if (!isEmpty(given)) return check(given);
    ofNone ??= check({});
    return ofNone;
  };
}

function isEmpty(given: unknown): boolean {
  return given !== null && typeof given === 'object' && !Array.isArray(given) && Object.keys(given).length === 0;
}

/** For results: undefined when they are as the schema says, else what is not. */
export function outputProblem(schema: Schema, value: Json): string | undefined {
  const validate = outputs.get(schema) ?? compiled(schema);
  if (validate === undefined) return 'the output schema cannot be read';
  outputs.set(schema, validate);
  return validate(value) ? undefined : describe(validate.errors ?? []);
}

/** Compiling a schema costs more than checking with it. */
const outputs = new WeakMap<Schema, ValidateFunction>();

const boundedPatterns: RegExpEngine = Object.assign(
  (pattern: string, flags: string) => new BoundedPattern(pattern, flags),
  { code: 'BoundedPattern' },
);

function compiled(schema: Schema): ValidateFunction | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, code: { regExp: boundedPatterns } });
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  }
}

function unknownInput(name: string, known: readonly string[]): Checked {
  const near = nearest(name, known);
  const remedy =
    near === undefined
      ? known.length === 0
        ? 'the operation takes no parameters'
        : `it takes ${known.map((one) => `\`${one}\``).join(', ')}`
      : `did you mean \`${near}\`?`;
  return refuse('input/unknown', `there is no parameter \`${name}\``, remedy);
}

function wrongInput(errors: readonly ErrorObject[]): Checked {
  const missing = errors.find(({ keyword }) => keyword === 'required');
  const name =
    missing === undefined ? undefined : String((missing.params as { missingProperty?: unknown }).missingProperty);
  if (name !== undefined && missing?.instancePath === '')
    return refuse('input/missing', `\`${name}\` is not given`, `give \`--${name} VALUE\``);
  return refuse('input/value', describe(errors), wanted(errors));
}

/** What would be taken in the place of the first that is not. */
function wanted([first]: readonly ErrorObject[]): string {
  const { type, allowedValues } = Object(first?.params) as {
    readonly type?: unknown;
    readonly allowedValues?: unknown;
  };
  if (Array.isArray(allowedValues))
    return `it takes ${allowedValues.map((one) => `\`${JSON.stringify(one)}\``).join(', ')}`;
  if (type !== undefined) return `give ${[type].flat().join(' or ')}`;
  return 'see what it takes: `skillc manifest SKILL --operation NAME`';
}

function describe(errors: readonly ErrorObject[]): string {
  const [first] = errors;
  if (first === undefined) return 'does not fit the schema';
  const where = first.instancePath === '' ? 'the value' : `\`${first.instancePath.slice(1)}\``;
  return `${where} ${first.message ?? 'does not fit the schema'}`;
}

function refuse(code: string, message: string, remedy?: string): Checked {
  return { kind: 'refused', reason: { code, message, rules: [], ...(remedy === undefined ? {} : { remedy }) } };
}

function objectOf(value: Json | undefined): { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : {};
}
