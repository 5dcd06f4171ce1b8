export interface Problem {
  /** Where in the document, for the line number. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type Problems = Problem[];

/** A mapping read by key; every misfit is noted and a neutral value returned, so all problems come at once. */
export interface Fields {
  readonly get: (key: string) => unknown;
  readonly text: (key: string) => string | undefined;
  readonly required: (key: string) => string;
  readonly strings: (key: string) => readonly string[];
  readonly items: (key: string) => readonly unknown[];
  readonly flag: (key: string) => boolean;
  readonly count: (key: string) => number | undefined;
  readonly choice: <C extends string>(key: string, choices: readonly C[], fallback: C) => C;
  readonly has: (key: string) => boolean;
}

export function isMapping(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

export function fieldsOf(
  data: unknown,
  path: readonly (string | number)[],
  keys: readonly string[],
  problems: Problems,
): Fields {
  const entries = new Map(isMapping(data) ? Object.entries(data) : []);
  const note = (key: string, message: string): void => {
    problems.push({ path: [...path, key], message });
  };
  if (!isMapping(data)) problems.push({ path, message: 'a mapping is needed here' });
  for (const key of entries.keys()) if (!keys.includes(key)) note(key, `\`${key}\` is not a field here`);
  return reader(entries, note);
}

function reader(entries: ReadonlyMap<string, unknown>, note: (key: string, message: string) => void): Fields {
  const text = (key: string): string | undefined => {
    const value = entries.get(key);
    if (value === undefined || typeof value === 'string') return value;
    note(key, `\`${key}\` must be text`);
    return undefined;
  };
  const items = (key: string): readonly unknown[] => {
    const value = entries.get(key) ?? [];
    if (Array.isArray(value)) return value;
    note(key, `\`${key}\` must be a list`);
    return [];
  };
  return {
    get: (key) => entries.get(key),
    has: (key) => entries.has(key),
    text,
    required: (key) => {
      const value = text(key);
      if (value === undefined || value === '') note(key, `\`${key}\` is missing`);
      return value ?? '';
    },
    items,
    strings: (key) =>
      items(key).flatMap((item) => {
        if (typeof item === 'string' && item !== '') return [item];
        note(key, `\`${key}\` must hold text only; quote it`);
        return [];
      }),
    flag: (key) => {
      const value = entries.get(key) ?? false;
      if (typeof value === 'boolean') return value;
      note(key, `\`${key}\` must be true or false`);
      return false;
    },
    count: (key) => {
      const value = entries.get(key);
      if (value === undefined || (typeof value === 'number' && Number.isInteger(value) && value >= 0)) return value;
      note(key, `\`${key}\` must be a whole number`);
      return undefined;
    },
    choice: (key, choices, fallback) => {
      const value = entries.get(key);
      const found = choices.find((choice) => choice === value);
      if (value !== undefined && found === undefined) note(key, `\`${key}\` must be one of ${choices.join(', ')}`);
      return found ?? fallback;
    },
  };
}
