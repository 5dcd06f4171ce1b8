import type { OptionRow } from '../../option-table.ts';

/** What is decided about an option of HTTPie 3.2. */
export type HttpieDecision = 'irrelevant' | 'mapped' | 'unmapped' | 'transport' | 'route' | 'credentials';

export interface HttpieRow extends OptionRow {
  readonly decision: HttpieDecision;
}

function rows(decision: HttpieDecision, value: OptionRow['value'], names: string): readonly HttpieRow[] {
  return names
    .trim()
    .split(/\s+/)
    .map((entry) => ({ names: entry.split(','), value, decision }));
}

/** Every option of `http --help`. */
export const httpieRows: readonly HttpieRow[] = [
  ...rows('irrelevant', 'none', '-S,--stream --unsorted --sorted --no-unsorted --no-sorted --ignore-netrc'),
  ...rows('irrelevant', 'required', '--response-charset --response-mime --format-options -s,--style --max-headers'),
  ...rows(
    'mapped',
    'none',
    '-j,--json -f,--form --multipart -b,--body -q,--quiet -d,--download -F,--follow --check-status -I,--ignore-stdin',
  ),
  ...rows(
    'mapped',
    'required',
    `--raw -p,--print -o,--output -a,--auth -A,--auth-type --max-redirects --timeout --verify --default-scheme
    --pretty`,
  ),
  ...rows(
    'unmapped',
    'none',
    `-x,--compress -h,--headers -m,--meta -v,--verbose --all -c,--continue --offline --path-as-is --chunked --help
    --manual --version --traceback --debug`,
  ),
  ...rows('unmapped', 'required', '--boundary -P,--history-print'),
  ...rows('transport', 'required', '--ssl --ciphers'),
  ...rows('route', 'required', '--proxy'),
  ...rows('credentials', 'required', '--session --session-read-only --cert --cert-key --cert-key-pass'),
];
