/** Writes modules of WebAssembly out of bytes, for tests: enough for imports, one memory, data and functions. */
export interface ModuleParts {
  readonly types: readonly { readonly params: readonly number[]; readonly results: readonly number[] }[];
  readonly imports?: readonly { readonly module: string; readonly name: string; readonly type: number }[];
  readonly pages?: number;
  readonly data?: readonly { readonly at: number; readonly bytes: Uint8Array | string }[];
  readonly functions: readonly {
    readonly type: number;
    readonly export?: string;
    readonly locals?: number;
    readonly body: readonly number[];
  }[];
}

export const i32 = 0x7f;
export const i64 = 0x7e;

export function moduleOf(parts: ModuleParts): Uint8Array {
  const imports = parts.imports ?? [];
  const exported = parts.functions.flatMap(({ export: name }, index) =>
    name === undefined ? [] : [[...text(name), 0x00, ...unsigned(imports.length + index)]],
  );
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(
      1,
      parts.types.map(({ params, results }) => [0x60, ...list(params.map(one)), ...list(results.map(one))]),
    ),
    ...section(
      2,
      imports.map(({ module, name, type }) => [...text(module), ...text(name), 0x00, ...unsigned(type)]),
    ),
    ...section(
      3,
      parts.functions.map(({ type }) => unsigned(type)),
    ),
    ...section(5, [[0x00, ...unsigned(parts.pages ?? 1)]]),
    ...section(7, [[...text('memory'), 0x02, 0x00], ...exported]),
    ...section(
      10,
      parts.functions.map(({ body, locals }) =>
        sized([...(locals === undefined ? [0] : [1, ...unsigned(locals), i32]), ...body, 0x0b]),
      ),
    ),
    ...section(
      11,
      (parts.data ?? []).map(({ at, bytes }) => [0x00, ...constant(at), 0x0b, ...sized([...Buffer.from(bytes)])]),
    ),
  ]);
}

/** `i32.const` */
export function constant(value: number): readonly number[] {
  return [0x41, ...signed(value)];
}

export function long(value: number): readonly number[] {
  return [0x42, ...signed(value)];
}

export function call(index: number): readonly number[] {
  return [0x10, ...unsigned(index)];
}

function section(id: number, entries: readonly (readonly number[])[]): readonly number[] {
  return entries.length === 0 ? [] : [id, ...sized(list(entries))];
}

function list(entries: readonly (readonly number[])[]): readonly number[] {
  return [...unsigned(entries.length), ...entries.flat()];
}

function sized(bytes: readonly number[]): readonly number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function text(value: string): readonly number[] {
  return sized([...Buffer.from(value)]);
}

function one(value: number): readonly number[] {
  return [value];
}

function unsigned(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): readonly number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
  return done ? [low] : [low | 0x80, ...signed(rest)];
}
