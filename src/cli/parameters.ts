import type { Json, Schema } from '../index.ts';

export type OptionValues =
  | { readonly kind: 'values'; readonly values: { readonly [name: string]: Json } }
  | { readonly kind: 'wrong'; readonly message: string };

/** `--name VALUE`, `--name=VALUE` and `--flag`, each of the type that the operation's schema gives it where it is one. */
export function readOptionWords(words: readonly string[], schema: Schema | undefined): OptionValues {
  const properties = objectOf(schema?.properties);
  const values = new Map<string, Json>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const found = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    if (found === null) return wrong(`\`${word}\` is no parameter: write --name VALUE`);
    const name = nameIn(properties, found[1] ?? '');
    const property = objectOf(properties[name]);
    const next = words[at + 1];
    let text = found[2];
    if (text === undefined && next !== undefined && !next.startsWith('--') && !isFlag(property, next)) {
      text = next;
      at++;
    }
    if (text === undefined && property.type !== 'boolean') return wrong(`--${name} needs a value`);
    // Text that is no value of its type stays text: the check of the parameters says what it should be, as for `--params`.
    const read = text === undefined ? true : typed(text, property);
    const value = read === undefined ? (text ?? true) : read;
    const before = values.get(name);
    if (before === undefined) values.set(name, value);
    else if (Array.isArray(before) && Array.isArray(value)) values.set(name, [...before, ...value]);
    else return wrong(`--${name} is given twice`);
  }
  return { kind: 'values', values: Object.fromEntries(values) };
}

/** A switch takes the next word only where that is its value. */
function isFlag({ type }: { readonly [key: string]: Json }, next: string): boolean {
  return type === 'boolean' && next !== 'true' && next !== 'false';
}

/** `--user-id` means `user_id` where there is no `user-id`. */
function nameIn(properties: object, written: string): string {
  const underscored = written.replaceAll('-', '_');
  return !Object.hasOwn(properties, written) && Object.hasOwn(properties, underscored) ? underscored : written;
}

/** Undefined where the text is no value of the type. Text stays text wherever the schema takes text. */
function typed(text: string, property: { readonly [key: string]: Json }): Json | undefined {
  const types = (Array.isArray(property.type) ? property.type : [property.type]).filter((one) => one !== undefined);
  if (types.length === 0) return untyped(text, property);
  if (types.includes('string')) return text;
  const json = jsonOf(text);
  if (json !== undefined && types.some((type) => isOfType(json, type))) return json;
  const item = types.includes('array') ? typed(text, objectOf(property.items)) : undefined;
  return item === undefined ? undefined : [item];
}

function untyped(text: string, property: { readonly [key: string]: Json }): Json {
  const choices = Array.isArray(property.enum) ? (property.enum as readonly Json[]) : [];
  const json = jsonOf(text);
  return json !== undefined && !choices.includes(text) && choices.includes(json) ? json : text;
}

function isOfType(value: Json, type: Json | undefined): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return value !== null && typeof value === 'object' && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function objectOf(value: Json | undefined): { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : {};
}

function wrong(message: string): OptionValues {
  return { kind: 'wrong', message };
}
