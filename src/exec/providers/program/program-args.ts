import type { Json } from '../../../ir/json.ts';
import { anything, flag, list, map, optional, record, type Shape, text } from '../../../ir/shape.ts';

/** What a call of `sandbox.*` says, with every value known. */
export interface ProgramArgs {
  readonly program?: string;
  readonly known?: boolean;
  /** `python:3.11`, for code that stands in the document. */
  readonly runtime?: string;
  readonly script?: string;
  readonly digest?: string;
  readonly code?: string;
  /** `node -p`: the value of the code is printed. */
  readonly print?: boolean;
  readonly module?: string;
  readonly package?: string;
  readonly package_script?: string;
  readonly packages?: readonly string[];
  /** Of the interpreter, in front of the code. */
  readonly options?: readonly string[];
  /** Files of the skill that the interpreter loads before the code. */
  readonly loads?: readonly { readonly option: string; readonly path: string; readonly digest?: string }[];
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: Json };
  /** Inside the workspace; its root where left out. */
  readonly cwd?: string;
  readonly stdin?: Json;
  readonly stdin_file?: string;
  /** The caller's inputs, for code that reads them from /input/input.json. */
  readonly input?: { readonly [name: string]: Json };
  /** Files that the text itself supplies. */
  readonly files?: readonly { readonly path: string; readonly content: string }[];
}

const shape: Shape<ProgramArgs> = record<ProgramArgs>({
  program: optional(text),
  known: optional(flag),
  runtime: optional(text),
  script: optional(text),
  digest: optional(text),
  code: optional(text),
  print: optional(flag),
  module: optional(text),
  package: optional(text),
  package_script: optional(text),
  packages: optional(list(text)),
  options: optional(list(text)),
  loads: optional(
    list(record<NonNullable<ProgramArgs['loads']>[number]>({ option: text, path: text, digest: optional(text) })),
  ),
  args: optional(list(text)),
  env: optional(map),
  cwd: optional(text),
  stdin: optional(anything),
  stdin_file: optional(text),
  input: optional(map),
  files: optional(list(record<{ readonly path: string; readonly content: string }>({ path: text, content: text }))),
});

export type ReadArgs =
  | { readonly kind: 'args'; readonly args: ProgramArgs }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** Numbers and flags that a caller gives as arguments are words there, as a shell would make them. */
export function readProgramArgs(value: Json): ReadArgs {
  const written = withWords(value);
  const wrong = shape(written, 0);
  if (wrong !== undefined)
    return { kind: 'refused', code: 'plan/shape', message: `\`${wrong.replace(/^\./, '')}\` is not as it must be` };
  const args = written as unknown as ProgramArgs;
  // The kernel takes words as text that a NUL ends: what stands behind it would silently be gone.
  const words = [...(args.args ?? []), ...(args.options ?? []), ...Object.values(args.env ?? {}).map(String)];
  if ([...words, ...Object.keys(args.env ?? {})].some((word) => word.includes('\0')))
    return { kind: 'refused', code: 'program/nul', message: 'a word of the command holds a NUL' };
  return { kind: 'args', args };
}

function withWords(value: Json): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Json] => {
    const isWords = (key === 'args' || key === 'options') && Array.isArray(member);
    return [key, isWords ? (member as readonly Json[]).map(word) : member];
  });
  return Object.fromEntries(members);
}

function word(value: Json): Json {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
