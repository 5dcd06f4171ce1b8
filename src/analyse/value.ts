import type { Hole } from '../ir/text.ts';
import type { ClassCode, FunctionCode } from './code.ts';
import { limits } from './limits.ts';
import type { Frame } from './run/frame.ts';

/** A part of a text as far as it is known before the script runs. */
export type TextPiece =
  | { readonly kind: 'literal'; readonly value: string }
  /** A hole of the command's own words: what the caller, or the shell, puts there. */
  | { readonly kind: 'word'; readonly hole: Hole }
  | { readonly kind: 'env'; readonly name: string; readonly fallback?: string }
  /** Known only when it runs. `names` are the variables it was made from; `segment`: it can hold no slash. */
  | { readonly kind: 'open'; readonly why: string; readonly names: readonly string[]; readonly segment?: true }
  | { readonly kind: 'base64'; readonly pieces: readonly TextPiece[] }
  /** The folder of the skill; a folder that the sandbox makes for the run. */
  | { readonly kind: 'root'; readonly of: 'bundle' | 'temporary' };

export type Value =
  | TextValue
  | { readonly kind: 'constant'; readonly value: number | boolean | null }
  | ListValue
  | RecordValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  /** Something of a library, by its dotted name: `requests.get`, `fs.readFileSync`. */
  | { readonly kind: 'library'; readonly path: string }
  | ObjectValue
  /** A method of a library's object, text, list or record. */
  | { readonly kind: 'bound'; readonly object: Value; readonly name: string }
  /** A module of the bundle. */
  | { readonly kind: 'module'; readonly frame: Frame }
  | { readonly kind: 'choice'; readonly values: readonly Value[] }
  | UnknownValue;

export interface TextValue {
  readonly kind: 'text';
  readonly pieces: readonly TextPiece[];
}

/** `open`: it may hold more of what it holds, in any order. Shared and changed, as lists are. */
export interface ListValue {
  readonly kind: 'list';
  readonly items: Value[];
  open: boolean;
  /** The words of the command: so many stand in front of the first that is the caller's. */
  readonly front?: number;
}

/** `rest`: what stands under keys that are not known. */
export interface RecordValue {
  readonly kind: 'record';
  readonly entries: Map<string, Value>;
  rest: Value | undefined;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly code: FunctionCode;
  readonly frame: Frame;
  readonly self?: Value;
  /** Arguments that are given already: `functools.partial`, `bind`. */
  readonly given?: readonly Value[];
  /** Where `super` looks. */
  readonly home?: ClassValue;
}

export interface ClassValue {
  readonly kind: 'class';
  readonly code: ClassCode;
  readonly frame: Frame;
  readonly bases: readonly Value[];
  readonly shared: Map<string, Value>;
}

export interface InstanceValue {
  readonly kind: 'instance';
  readonly of: ClassValue;
  readonly fields: Map<string, Value>;
}

/** Made by a library: a session, a path, a parser of arguments. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly type: string;
  readonly state: Map<string, Value>;
}

/**
 * `data`: numbers, answers, contents of files; to call its methods touches nothing. `lost`: it may be anything, also something that
 * reaches the outside. `covered`: as lost, but what it may do has been reported already.
 */
export interface UnknownValue {
  readonly kind: 'unknown';
  readonly sort: 'data' | 'lost' | 'covered';
  readonly why: string;
  readonly names: readonly string[];
}

export function text(value: string): TextValue {
  return { kind: 'text', pieces: value === '' ? [] : [{ kind: 'literal', value }] };
}

export function pieces(...parts: readonly TextPiece[]): TextValue {
  return { kind: 'text', pieces: merged(parts) };
}

export function data(why: string, names: readonly string[] = []): UnknownValue {
  return { kind: 'unknown', sort: 'data', why, names };
}

export function lost(why: string, names: readonly string[] = []): UnknownValue {
  return { kind: 'unknown', sort: 'lost', why, names };
}

export function covered(why: string): UnknownValue {
  return { kind: 'unknown', sort: 'covered', why, names: [] };
}

/** What a function gives that calls itself: whatever its other ways give. */
export const recursive: UnknownValue = { kind: 'unknown', sort: 'data', why: 'a recursive call', names: [] };

export const nothing: Value = { kind: 'constant', value: null };

export function list(items: readonly Value[], open = false): ListValue {
  return items.length > limits.items
    ? { kind: 'list', items: [...items.slice(0, limits.items), lost('one of many items')], open: true }
    : { kind: 'list', items: [...items], open };
}

export function record(entries: Iterable<readonly [string, Value]> = [], rest?: Value): RecordValue {
  return { kind: 'record', entries: new Map(entries), rest };
}

/** Sets a member; of more than are followed nobody knows which is which. */
export function put(of: RecordValue, name: string, value: Value): void {
  if (of.entries.size < limits.members || of.entries.has(name)) of.entries.set(name, value);
  else of.rest = of.rest === undefined ? value : join([of.rest, value]);
}

export function object(type: string, state: Iterable<readonly [string, Value]> = []): ObjectValue {
  return { kind: 'object', type, state: new Map(state) };
}

export function library(path: string): Value {
  return { kind: 'library', path };
}

/** The values it may have, one by one. */
export function each(value: Value): readonly Value[] {
  return value.kind === 'choice' ? value.values : [value];
}

/** One value of several; equal ones count once, and too many become unknown. */
export function join(values: readonly Value[]): Value {
  const distinct = new Map<unknown, Value>();
  for (const value of values) for (const one of each(value)) distinct.set(keyOf(one), one);
  const [only] = distinct.values();
  if (only === undefined) return nothing;
  if (distinct.size === 1) return only;
  if (distinct.size > limits.choices) return tooMany([...distinct.values()]);
  return { kind: 'choice', values: [...distinct.values()] };
}

function tooMany(values: readonly Value[]): Value {
  const plain = values.every((one) => one.kind === 'text' || one.kind === 'constant' || isData(one));
  const names = values.flatMap(namesIn);
  return plain ? data('one of many values', names) : lost('one of many values', names);
}

export function isData(value: Value): boolean {
  return value.kind === 'unknown' && value.sort === 'data';
}

function keyOf(value: Value): unknown {
  switch (value.kind) {
    case 'text':
    case 'constant':
    case 'library':
    case 'unknown':
      return JSON.stringify(value);
    case 'function':
      return value.self === undefined && value.given === undefined ? value.code : value;
    case 'module':
      return value.frame;
    default:
      return value;
  }
}

/** Variables of the environment that a value holds or was made from. */
export function namesIn(value: Value): readonly string[] {
  switch (value.kind) {
    case 'text':
      return pieceNames(value.pieces);
    case 'unknown':
      return value.names;
    case 'choice':
      return value.values.flatMap(namesIn);
    default:
      return [];
  }
}

export function pieceNames(parts: readonly TextPiece[]): readonly string[] {
  return parts.flatMap((piece) => {
    if (piece.kind === 'env') return [piece.name];
    if (piece.kind === 'open') return piece.names;
    return piece.kind === 'base64' ? pieceNames(piece.pieces) : [];
  });
}

export function merged(parts: readonly TextPiece[]): readonly TextPiece[] {
  const out: TextPiece[] = [];
  let length = 0;
  for (const [index, piece] of parts.entries()) {
    const last = out.at(-1);
    if (piece.kind === 'literal' && piece.value === '') continue;
    length += piece.kind === 'literal' ? piece.value.length : 1;
    if (length > limits.text || out.length >= limits.pieces)
      return [...out, { kind: 'open', why: 'a long text', names: pieceNames(parts.slice(index)) }];
    if (piece.kind === 'literal' && last?.kind === 'literal')
      out[out.length - 1] = { kind: 'literal', value: last.value + piece.value };
    else out.push(piece);
  }
  return out;
}

/** The whole text, if every piece of it is literal. */
export function literalText(value: Value): string | undefined {
  if (value.kind === 'constant') return value.value === null ? undefined : String(value.value);
  if (value.kind !== 'text') return undefined;
  let out = '';
  for (const piece of value.pieces) {
    if (piece.kind !== 'literal') return undefined;
    out += piece.value;
  }
  return out;
}
