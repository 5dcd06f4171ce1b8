export type Language = 'python' | 'node';

/** What a plan asks of an interpreter: `python:3.11`, `node:20`, `python`. */
export interface RuntimeRequest {
  readonly language: Language;
  /** `3.11`, `20`, `20.11.1`; undefined means any. */
  readonly version?: string;
}

const names: ReadonlyMap<string, Language> = new Map([
  ['python', 'python'],
  ['python3', 'python'],
  ['py', 'python'],
  ['node', 'node'],
  ['nodejs', 'node'],
  ['javascript', 'node'],
  ['js', 'node'],
  ['typescript', 'node'],
  ['ts', 'node'],
]);

/** Undefined for what names neither. A version that cannot be read asks for none that exists. */
export function readRuntime(text: string): RuntimeRequest | undefined {
  const [, name = '', version] = /^\s*([A-Za-z]+3?)\s*(?:[:@= -]?\s*v?(\S+))?\s*$/.exec(text) ?? [];
  const language = names.get(name.toLowerCase());
  if (language === undefined) return undefined;
  const [, numbers] = /^(\d+(?:\.\d+){0,2})(?:\.[x*])?(?:-[\w.-]+)?$/.exec(version ?? '') ?? [];
  if (version === undefined || version === 'latest' || version === 'lts') return { language };
  return { language, version: numbers ?? version };
}
