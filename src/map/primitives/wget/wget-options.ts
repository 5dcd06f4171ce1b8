import type { OptionRow } from '../../option-table.ts';

/** What is decided about an option of wget 1.21. */
export type WgetDecision =
  | 'irrelevant'
  | 'mapped'
  /** Understood, and no request template can say it: depends on local files, many requests, other protocols. */
  | 'unmapped'
  | 'recursive'
  | 'transport'
  | 'route'
  | 'credentials'
  | 'config';

export interface WgetRow extends OptionRow {
  readonly decision: WgetDecision;
}

function rows(decision: WgetDecision, value: OptionRow['value'], names: string): readonly WgetRow[] {
  return names
    .trim()
    .split(/\s+/)
    .map((entry) => ({ names: entry.split(','), value, decision }));
}

/** Every option of `wget --help`. Abbreviations are not read: hidden options make them ambiguous. */
export const wgetRows: readonly WgetRow[] = [
  ...rows(
    'irrelevant',
    'none',
    `-d,--debug -q,--quiet -v,--verbose --no-verbose -S,--server-response --show-progress --retry-connrefused
    --no-netrc --no-if-modified-since --no-use-server-timestamps --random-wait --no-dns-cache --ignore-case
    -4,--inet4-only -6,--inet6-only --unlink --no-directories --no-host-directories --no-cookies
    --keep-session-cookies --no-remove-listing --no-glob --no-passive-ftp --https-only --no-hsts --no-config
    --no-parent --ignore-length -F,--force-html --no-proxy --strict-comments --no-warc-compression --no-warc-digests
    --no-warc-keep-log`,
  ),
  ...rows(
    'irrelevant',
    'required',
    `--report-speed --progress --dns-timeout --read-timeout -w,--wait --waitretry -Q,--quota --limit-rate
    --prefer-family --retry-on-http-error`,
  ),
  ...rows(
    'mapped',
    'none',
    '--spider --no-cache --save-headers --no-http-keep-alive --content-on-error --auth-no-challenge',
  ),
  ...rows(
    'mapped',
    'required',
    `-n -o,--output-file -a,--append-output -t,--tries -O,--output-document -T,--timeout --connect-timeout --user
    --password --http-user --http-password -P,--directory-prefix --header --compression --max-redirect --referer
    -U,--user-agent --load-cookies --save-cookies --post-data --post-file --method --body-data --body-file`,
  ),
  ...rows(
    'unmapped',
    'none',
    `-V,--version -h,--help -b,--background --no-clobber -c,--continue -N,--timestamping --no-iri --xattr
    -x,--force-directories --protocol-directories -E,--adjust-extension --content-disposition --delete-after
    --trust-server-names --follow-ftp --preserve-permissions --retr-symlinks --ftps-implicit --ftps-resume-ssl
    --ftps-clear-data-connection --ftps-fallback-to-ftp --warc-cdx`,
  ),
  ...rows(
    'unmapped',
    'required',
    `-B,--base --rejected-log --start-pos --restrict-file-names --local-encoding --remote-encoding --cut-dirs
    --default-page --hsts-file --ftp-user --ftp-password --warc-file --warc-header --warc-max-size --warc-dedup
    --warc-tempdir --backups`,
  ),
  ...rows(
    'recursive',
    'none',
    `-r,--recursive -m,--mirror -p,--page-requisites -k,--convert-links --convert-file-only -K,--backup-converted
    -H,--span-hosts -L,--relative`,
  ),
  ...rows(
    'recursive',
    'required',
    `-i,--input-file -l,--level -A,--accept -R,--reject --accept-regex --reject-regex --regex-type -D,--domains
    --exclude-domains --follow-tags --ignore-tags -I,--include-directories -X,--exclude-directories`,
  ),
  ...rows('transport', 'none', '--no-check-certificate'),
  ...rows(
    'transport',
    'required',
    `--secure-protocol --ca-certificate --ca-directory --crl-file --ciphers --pinnedpubkey`,
  ),
  ...rows('route', 'required', '--bind-address --proxy-user --proxy-password'),
  ...rows('credentials', 'none', '--ask-password'),
  ...rows('credentials', 'required', '--certificate --certificate-type --private-key --private-key-type'),
  ...rows('credentials', 'optional', '--use-askpass'),
  ...rows('config', 'required', '-e,--execute --config'),
];
