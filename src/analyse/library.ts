import type { UndecidedEntry } from '../ir/plan.ts';
import { folderOfOpen } from './path-text.ts';
import { type Call, foundAt } from './run/machine.ts';
import { data, each, literalText, namesIn, type Value } from './value.ts';

/** What a function of a library does when a script calls it. */
export type Handler = (call: Call) => Value;

export function argument(call: Call, index: number, ...names: readonly string[]): Value | undefined {
  for (const name of names) {
    const named = call.named.get(name);
    if (named !== undefined) return named;
  }
  return index < 0 ? undefined : call.args[index];
}

export function literalArgument(call: Call, index: number, ...names: readonly string[]): string | undefined {
  const value = argument(call, index, ...names);
  return value === undefined ? undefined : literalText(value);
}

/** An argument that must be there: where nobody can tell, it may be anything. */
export function needed(call: Call, index: number, ...names: readonly string[]): Value {
  return (
    argument(call, index, ...names) ?? data(call.open ? 'an argument that is not in the text' : 'a missing argument')
  );
}

/** A value of no interest, made from the arguments. */
export function computed(call: Call, why = 'a computed value'): Value {
  return data(why, [...call.args, ...call.named.values()].flatMap(namesIn));
}

export function reads(call: Call, path: Value): void {
  call.machine.findings.files.push({ kind: 'read', path, at: foundAt(call) });
}

export function writes(call: Call, path: Value): void {
  call.machine.findings.files.push({ kind: 'write', path, at: foundAt(call) });
}

/** The working folder is there, and so is the folder of a file that is granted. */
export function makesFolder(call: Call, path: Value): void {
  for (const one of each(path)) {
    const written = literalText(one);
    const isThere = written !== undefined && /^(?:\.?\/*|\.{1,2})$/.test(written);
    if (!isThere && !(one.kind === 'unknown' && one.why === folderOfOpen)) writes(call, one);
  }
}

export function undecided(call: Call, what: UndecidedEntry['what'], message: string): void {
  call.machine.findings.leave(what, message, foundAt(call));
}

export interface RequestParts {
  readonly method: Value;
  readonly url: Value;
  readonly headers?: readonly (Value | undefined)[];
  readonly query?: readonly (Value | undefined)[];
  readonly body?: readonly (Value | undefined)[];
  readonly auth?: Value | undefined;
  readonly cookies?: Value | undefined;
}

export function sends(call: Call, parts: RequestParts): void {
  const some = (values: readonly (Value | undefined)[] | undefined) =>
    (values ?? []).filter((value) => value !== undefined);
  call.machine.findings.requests.push({
    at: foundAt(call),
    method: parts.method,
    url: parts.url,
    headers: some(parts.headers),
    query: some(parts.query),
    body: some(parts.body),
    ...(parts.auth === undefined ? {} : { auth: parts.auth }),
    ...(parts.cookies === undefined ? {} : { cookies: parts.cookies }),
  });
}

export function starts(call: Call, argv: Value, shell: boolean, env?: Value): void {
  call.machine.findings.programs.push({ argv, shell, at: foundAt(call), ...(env === undefined ? {} : { env }) });
}

/** The values of a choice that are texts or may be. */
export function options(value: Value): readonly Value[] {
  return each(value).filter((one) => !(one.kind === 'constant' && one.value === null));
}
