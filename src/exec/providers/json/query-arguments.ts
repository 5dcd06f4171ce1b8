import type { Json } from '../../../ir/json.ts';

/** Arguments of `json.query` as plans hold them. */
export interface QueryArguments {
  readonly filter: string;
  /** Where the filter was written; its text is in `filter`. */
  readonly filter_file?: string;
  readonly indent?: number;
  readonly args?: Readonly<Record<string, string>>;
  readonly argjson?: Readonly<Record<string, string>>;
  readonly slurpfile?: Readonly<Record<string, string>>;
  readonly rawfile?: Readonly<Record<string, string>>;
  readonly positional?: readonly string[];
  readonly positional_json?: readonly string[];
  readonly positional_mixed?: readonly ({ readonly json: string } | { readonly string: string })[];
  readonly files?: readonly string[];
  readonly [flag: string]: Json | undefined;
}

export type JqCommand =
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly files: readonly string[] }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy?: string };

const flags = new Set(
  `slurp raw_output raw_output0 join_output ascii_output compact_output null_input raw_input sort_keys color_output
  monochrome_output exit_status tab unbuffered stream stream_errors seq binary`.split(/\s+/),
);
const values = new Set(
  'filter filter_file indent args argjson slurpfile rawfile positional positional_json positional_mixed files'.split(
    ' ',
  ),
);

/** The words of jq for a call. An argument without a known meaning ends it: guessing would change the answer. */
export function jqCommand(args: QueryArguments): JqCommand {
  const odd = Object.keys(args).find((key) => args[key] !== undefined && !flags.has(key) && !values.has(key));
  if (odd !== undefined) {
    const remedy = odd === 'argfile' ? { remedy: 'use `--slurpfile`' } : {};
    return { kind: 'refused', code: 'jq/unsupported', message: `\`${odd}\` is not supported`, ...remedy };
  }
  if (loadsModules(args.filter)) {
    return {
      kind: 'refused',
      code: 'jq/module',
      message: 'the filter loads a module',
      remedy: 'write the definitions into the filter',
    };
  }
  const dashed = (args.positional_mixed ?? []).find((item) => 'string' in item && item.string.startsWith('-'));
  if (dashed !== undefined) {
    const message = 'a text among positional values begins with a dash and could be an option';
    return { kind: 'refused', code: 'jq/unsupported', message, remedy: 'use `--arg`' };
  }
  const files = args.files ?? [];
  const argv = [
    ...Object.keys(args).flatMap((key) => (flags.has(key) && args[key] === true ? [optionOf(key)] : [])),
    ...(args.indent === undefined ? [] : ['--indent', String(args.indent)]),
    ...bindings('--arg', args.args),
    ...bindings('--argjson', args.argjson),
    ...bindings('--slurpfile', args.slurpfile),
    ...bindings('--rawfile', args.rawfile),
    // A filter such as `-1` would be read as an option.
    args.filter.startsWith('-') ? ` ${args.filter}` : args.filter,
    ...files.map(shielded),
    ...positional(args),
  ];
  const named = [args.slurpfile, args.rawfile].flatMap((bound) => Object.values(bound ?? {}));
  return { kind: 'command', argv, files: [...named, ...files] };
}

function optionOf(flag: string): string {
  return `--${flag.replaceAll('_', '-')}`;
}

function bindings(option: string, bound: Readonly<Record<string, string>> | undefined): readonly string[] {
  return Object.entries(bound ?? {}).flatMap(([name, value]) => [option, name, value]);
}

function shielded(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** `--` ends the options, so a value that begins with a dash stays one. */
function positional(args: QueryArguments): readonly string[] {
  if (args.positional !== undefined) return ['--args', '--', ...args.positional];
  if (args.positional_json !== undefined) return ['--jsonargs', '--', ...args.positional_json];
  return (args.positional_mixed ?? []).flatMap((item) =>
    'json' in item ? ['--jsonargs', ` ${item.json}`] : ['--args', item.string],
  );
}

/** jq takes `module`, `import` and `include` only at the head of a program. */
export function loadsModules(filter: string): boolean {
  return /^(?:\s|#[^\n]*(?:\n|$))*(?:module|import|include)\b/.test(filter);
}

const clockWords = /\b(?:now|localtime|strflocaltime)\b/g;

/** Words of the filter that may depend on the time or the time zone; one inside a string counts too. */
export function clockUse(filter: string): readonly string[] {
  return [...new Set(filter.match(clockWords) ?? [])];
}
