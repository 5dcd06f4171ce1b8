/** What an option of jq 1.6 to 1.8 does. */
export interface JqOption {
  readonly letter?: string;
  readonly long: string;
  readonly does:
    | { readonly kind: 'flag'; readonly param: string }
    | { readonly kind: 'from-file' | 'library' | 'indent' | 'print-and-exit' | 'internals' }
    /** `--arg name value` and its relatives: two words follow. */
    | { readonly kind: 'binding'; readonly param: 'args' | 'argjson' | 'slurpfile' | 'rawfile' | 'argfile' }
    | { readonly kind: 'positional'; readonly param: 'positional' | 'positional_json' };
}

const flag = (long: string, letter?: string): JqOption => ({
  long,
  ...(letter === undefined ? {} : { letter }),
  does: { kind: 'flag', param: long.replaceAll('-', '_') },
});

export const jqOptions: readonly JqOption[] = [
  flag('slurp', 's'),
  flag('raw-output', 'r'),
  flag('raw-output0'),
  flag('join-output', 'j'),
  flag('ascii-output', 'a'),
  flag('compact-output', 'c'),
  flag('null-input', 'n'),
  flag('raw-input', 'R'),
  flag('sort-keys', 'S'),
  flag('color-output', 'C'),
  flag('monochrome-output', 'M'),
  flag('exit-status', 'e'),
  flag('tab'),
  flag('unbuffered'),
  flag('stream'),
  flag('stream-errors'),
  flag('seq'),
  flag('binary', 'b'),
  { long: 'indent', does: { kind: 'indent' } },
  { long: 'from-file', letter: 'f', does: { kind: 'from-file' } },
  { long: 'library-path', letter: 'L', does: { kind: 'library' } },
  { long: 'arg', does: { kind: 'binding', param: 'args' } },
  { long: 'argjson', does: { kind: 'binding', param: 'argjson' } },
  { long: 'slurpfile', does: { kind: 'binding', param: 'slurpfile' } },
  { long: 'rawfile', does: { kind: 'binding', param: 'rawfile' } },
  { long: 'argfile', does: { kind: 'binding', param: 'argfile' } },
  { long: 'args', does: { kind: 'positional', param: 'positional' } },
  { long: 'jsonargs', does: { kind: 'positional', param: 'positional_json' } },
  { long: 'help', letter: 'h', does: { kind: 'print-and-exit' } },
  { long: 'version', letter: 'V', does: { kind: 'print-and-exit' } },
  { long: 'build-configuration', does: { kind: 'print-and-exit' } },
  { long: 'debug-dump-disasm', does: { kind: 'internals' } },
  { long: 'debug-trace', does: { kind: 'internals' } },
  { long: 'debug-trace=all', does: { kind: 'internals' } },
];
