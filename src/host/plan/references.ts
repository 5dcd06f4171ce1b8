import type { Json } from '../../ir/json.ts';

/** `{"$ref": "steps.1.result.id"}`: a part of what an earlier step gave. */
export interface Reference {
  /** As it is written. */
  readonly text: string;
  /** Number or id of the step. */
  readonly step: string;
  readonly path: readonly string[];
  /** The parameter that it stands in. */
  readonly parameter: string;
}

/*
 *   steps.find.result.items.0.id          steps.2.result#/a.b/0
 *         └┬─┘        └────┬───┘                └──┬──┘
 *        step        members, indices         JSON Pointer
 */
const form = /^steps\.([A-Za-z_][\w-]{0,63}|[1-9]\d?)\.result((?:\.[^.#/]+)*|#(?:\/[^/]*)*)$/;

const deepest = 64;

/** All of them, or why one cannot be read. */
export function referencesIn(input: { readonly [name: string]: Json }): readonly Reference[] | string {
  const out: Reference[] = [];
  for (const [parameter, value] of Object.entries(input)) {
    const problem = collect(value, parameter, 0, out);
    if (problem !== undefined) return problem;
  }
  return out;
}

function collect(value: Json, parameter: string, depth: number, out: Reference[]): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (depth > deepest) return `\`${parameter}\` is nested too deeply`;
  const text = refOf(value);
  if (text !== undefined) {
    const reference = readReference(text, value, parameter);
    if (typeof reference === 'string') return reference;
    out.push(reference);
    return undefined;
  }
  for (const member of Object.values(value)) {
    const problem = collect(member as Json, parameter, depth + 1, out);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Undefined for data. */
function refOf(value: object): unknown {
  return Object.hasOwn(value, '$ref') ? (value as { readonly $ref: unknown }).$ref : undefined;
}

function readReference(text: unknown, value: object, parameter: string): Reference | string {
  if (Object.keys(value).length > 1) return `beside \`$ref\` no other member can stand (in \`${parameter}\`)`;
  const found = typeof text === 'string' ? form.exec(text) : null;
  const [whole, step, rest] = found ?? [];
  if (whole === undefined || step === undefined || rest === undefined)
    return `\`${String(text)}\` is no reference: write steps.NUMBER.result or steps.ID.result, and a path behind it`;
  return { text: whole, step, path: pathOf(rest), parameter };
}

function pathOf(rest: string): readonly string[] {
  if (rest.startsWith('#'))
    return rest
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return rest.split('.').slice(1);
}

export type Filled =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'missing'; readonly message: string };

/** The input with every reference in it replaced by what it stands for. */
export function fill(value: Json, results: ReadonlyMap<string, Json>): Filled {
  if (value === null || typeof value !== 'object') return { kind: 'value', value };
  const text = refOf(value);
  if (text !== undefined) return lookUp(readReference(text, value, ''), results);
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value as readonly Json[]) {
      const filled = fill(item, results);
      if (filled.kind === 'missing') return filled;
      items.push(filled.value);
    }
    return { kind: 'value', value: items };
  }
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    const filled = fill(member as Json, results);
    if (filled.kind === 'missing') return filled;
    members.push([name, filled.value]);
  }
  return { kind: 'value', value: Object.fromEntries(members) };
}

function lookUp(reference: Reference | string, results: ReadonlyMap<string, Json>): Filled {
  if (typeof reference === 'string') return { kind: 'missing', message: reference };
  let value = results.get(reference.step);
  for (const part of reference.path) value = memberOf(value, part);
  if (value === undefined) return { kind: 'missing', message: `\`${reference.text}\` is not in what the step gave` };
  return { kind: 'value', value };
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? (value as readonly Json[])[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: Json })[name] : undefined;
}
