import { literalOf } from '../../../ir/text.ts';
import { hasOption } from '../../option-table.ts';
import { readEffect, writeEffect } from '../../outcome.ts';
import { noFiles, type OperandRule, reads, rows, type ToolRow, type ToolSpec } from './tool.ts';

const inThenOut: OperandRule = (operands) => {
  const [input, output, ...more] = operands;
  if (more.length > 0) return 'takes one input and one output';
  return [...(input === undefined ? [] : readEffect(input)), ...(output === undefined ? [] : writeEffect(output))];
};

const checksum = (flags = '', value = ''): readonly ToolRow[] =>
  rows({
    flag: `-b,--binary -t,--text --tag -z,--zero --ignore-missing --quiet --status --strict -w,--warn ${flags}`,
    value,
    unclearFlag: '-c,--check',
  });

const encoding: readonly ToolRow[] = rows({
  flag: '-d,--decode -D -i,--ignore-garbage --base64 --base64url --base32 --base32hex --base16 --z85',
  value: '-w,--wrap',
});

/** Programs that share one shape: options, then files to read. */
export const plainTools: readonly ToolSpec[] = [
  {
    name: 'sort',
    rows: rows({
      flag: `-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort
        -i,--ignore-nonprinting -M,--month-sort -h,--human-numeric-sort -n,--numeric-sort -R,--random-sort -r,--reverse
        -V,--version-sort -c -C -m,--merge -s,--stable -u,--unique -z,--zero-terminated --debug`,
      value: '--sort -k,--key -S,--buffer-size -t,--field-separator --batch-size --parallel',
      optional: '--check',
      read: '--random-source',
      write: '-o,--output -T,--temporary-directory',
      names: '--files0-from',
      runs: '--compress-program',
    }),
    operands: reads,
  },
  {
    name: 'cut',
    rows: rows({
      flag: '--complement -n -s,--only-delimited -z,--zero-terminated',
      value: '-b,--bytes -c,--characters -d,--delimiter -f,--fields --output-delimiter',
    }),
    operands: reads,
  },
  {
    name: 'tr',
    firstStops: true,
    rows: rows({ flag: '-c,-C,--complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1' }),
    operands: (operands) => (operands.length === 1 || operands.length === 2 ? [] : 'takes one or two sets'),
  },
  {
    name: 'wc',
    rows: rows({
      flag: '-c,--bytes -m,--chars -l,--lines -L,--max-line-length -w,--words',
      value: '--total',
      names: '--files0-from',
    }),
    operands: reads,
  },
  {
    name: 'uniq',
    rows: rows({
      flag: '-c,--count -d,--repeated -D -i,--ignore-case -u,--unique -z,--zero-terminated',
      optional: '--all-repeated --group',
      value: '-f,--skip-fields -s,--skip-chars -w,--check-chars',
    }),
    operands: inThenOut,
  },
  {
    name: 'head',
    rows: rows({ flag: '-q,--quiet,--silent -v,--verbose -z,--zero-terminated', value: '-n,--lines -c,--bytes' }),
    digits: '-n',
    operands: reads,
  },
  {
    name: 'tail',
    rows: rows({
      flag: '-q,--quiet,--silent -v,--verbose -z,--zero-terminated',
      value: '-n,--lines -c,--bytes -s,--sleep-interval --max-unchanged-stats',
      endless: '-f -F --retry',
      endlessOptional: '--follow',
      unclear: '--pid',
    }),
    digits: '-n',
    operands: (operands) =>
      operands.some((text) => /^\+[0-9]/.test(literalOf(text) ?? ''))
        ? 'in its old form is not modelled'
        : reads(operands, []),
  },
  { name: 'base64', rows: encoding, operands: reads },
  { name: 'base32', rows: encoding, operands: reads },
  { name: 'basenc', rows: encoding, operands: reads },
  { name: 'rev', rows: rows({ flag: '-0,--zero' }), operands: reads },
  { name: 'tac', rows: rows({ flag: '-b,--before -r,--regex', value: '-s,--separator' }), operands: reads },
  {
    name: 'nl',
    rows: rows({
      flag: '-p,--no-renumber',
      value: `-b,--body-numbering -d,--section-delimiter -f,--footer-numbering -h,--header-numbering
        -i,--line-increment -l,--join-blank-lines -n,--number-format -s,--number-separator -v,--starting-line-number
        -w,--number-width`,
    }),
    operands: reads,
  },
  {
    name: 'fold',
    rows: rows({ flag: '-b,--bytes -s,--spaces', value: '-w,--width' }),
    digits: '-w',
    operands: reads,
  },
  {
    name: 'fmt',
    rows: rows({
      flag: '-c,--crown-margin -s,--split-only -t,--tagged-paragraph -u,--uniform-spacing',
      value: '-p,--prefix -w,--width -g,--goal',
    }),
    digits: '-w',
    operands: reads,
  },
  {
    name: 'paste',
    rows: rows({ flag: '-s,--serial -z,--zero-terminated', value: '-d,--delimiters' }),
    operands: reads,
  },
  {
    name: 'join',
    rows: rows({
      flag: '-i,--ignore-case --check-order --nocheck-order --header -z,--zero-terminated',
      value: '-a -e -j -o -t -v -1 -2',
    }),
    operands: reads,
  },
  {
    name: 'comm',
    rows: rows({
      flag: '-1 -2 -3 --check-order --nocheck-order --total -z,--zero-terminated',
      value: '--output-delimiter',
    }),
    operands: reads,
  },
  {
    name: 'column',
    rows: rows({
      flag: `-t,--table -J,--json -d,--table-noheadings -e,--table-header-repeat -L,--keep-empty-lines
        -x,--fillrows -n`,
      value: `-c,--output-width -C,--table-column -E,--table-noextreme -H,--table-hide -l,--table-columns-limit
        -N,--table-columns -o,--output-separator -O,--table-order -R,--table-right -s,--separator -T,--table-truncate
        -W,--table-wrap`,
    }),
    operands: reads,
  },
  { name: 'expand', rows: rows({ flag: '-i,--initial', value: '-t,--tabs' }), digits: '-t', operands: reads },
  {
    name: 'unexpand',
    rows: rows({ flag: '-a,--all --first-only', value: '-t,--tabs' }),
    digits: '-t',
    operands: reads,
  },
  {
    name: 'basename',
    firstStops: true,
    rows: rows({ flag: '-a,--multiple -z,--zero', value: '-s,--suffix' }),
    operands: noFiles,
  },
  { name: 'dirname', rows: rows({ flag: '-z,--zero' }), operands: noFiles },
  {
    name: 'od',
    rows: rows({
      flag: '-a -b -c -d -f -i -l -o -s -x -v,--output-duplicates --traditional',
      value: '-A,--address-radix --endian -j,--skip-bytes -N,--read-bytes -t,--format',
      optional: '-S,--strings -w,--width',
    }),
    operands: reads,
  },
  {
    name: 'hexdump',
    rows: rows({
      flag: '-b,--one-byte-octal -c,--one-byte-char -C,--canonical -d,--two-bytes-decimal -o,--two-bytes-octal -x,--two-bytes-hex -v,--no-squeezing',
      value: '-e,--format -n,--length -s,--skip',
      optional: '-L,--color',
      read: '-f,--format-file',
    }),
    operands: reads,
  },
  ...['md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'b2sum'].map((name) => ({
    name,
    rows: name === 'b2sum' ? checksum('', '-l,--length') : checksum(),
    operands: reads,
  })),
  // BSD's and macOS's own; `-c` compares with a number, it names no file.
  { name: 'md5', rows: rows({ flag: '-n -p -q -r', value: '-c -s' }), operands: reads },
  {
    name: 'shasum',
    rows: rows({
      flag: '-b,--binary -t,--text -U,--UNIVERSAL -0,--01',
      value: '-a,--algorithm',
      unclearFlag: '-c,--check',
    }),
    operands: reads,
  },
  {
    name: 'cksum',
    rows: checksum('--untagged --raw', '-a,--algorithm -l,--length'),
    operands: reads,
  },
  {
    name: 'diff',
    rows: rows({
      flag: `-q,--brief -s,--report-identical-files -c -u -e,--ed -n,--rcs -y,--side-by-side --left-column
        --suppress-common-lines -p,--show-c-function -t,--expand-tabs -T,--initial-tab --suppress-blank-empty
        -l,--paginate -r,--recursive --no-dereference -N,--new-file --unidirectional-new-file --ignore-file-name-case
        --no-ignore-file-name-case -i,--ignore-case -E,--ignore-tab-expansion -Z,--ignore-trailing-space
        -b,--ignore-space-change -w,--ignore-all-space -B,--ignore-blank-lines -a,--text --strip-trailing-cr
        -d,--minimal --speed-large-files --normal`,
      optional: '--context --unified --color',
      value: `-C -U -W,--width -F,--show-function-line --label --tabsize -x,--exclude -S,--starting-file
        -I,--ignore-matching-lines -D,--ifdef --line-format --old-line-format --new-line-format --unchanged-line-format
        --old-group-format --new-group-format --unchanged-group-format --changed-group-format --horizon-lines --palette`,
      read: '-X,--exclude-from --from-file --to-file',
    }),
    operands: reads,
  },
  {
    name: 'cmp',
    rows: rows({ flag: '-b,--print-bytes -l,--verbose -s,--quiet,--silent', value: '-i,--ignore-initial -n,--bytes' }),
    operands: (operands) => operands.slice(0, 2).flatMap(readEffect),
  },
  { name: 'tsort', rows: rows({}), operands: reads },
  {
    name: 'bc',
    rows: rows({ flag: '-h -i,--interactive -l,--mathlib -q,--quiet -s,--standard -w,--warn -v' }),
    operands: reads,
  },
  {
    name: 'numfmt',
    rows: rows({
      flag: '--debug --grouping -z,--zero-terminated',
      value: '-d,--delimiter --field --format --from --from-unit --invalid --padding --round --suffix --to --to-unit',
      optional: '--header',
    }),
    operands: noFiles,
  },
  {
    name: 'shuf',
    rows: rows({
      flag: '-e,--echo -r,--repeat -z,--zero-terminated',
      value: '-i,--input-range -n,--head-count',
      read: '--random-source',
      write: '-o,--output',
    }),
    operands: (operands, items) => (hasOption(items, '-e') ? [] : operands.flatMap(readEffect)),
  },
  {
    name: 'strings',
    rows: rows({
      flag: '-a,--all -d,--data -f,--print-file-name -o -w,--include-all-whitespace',
      value: '-n,--bytes -t,--radix -e,--encoding -s,--output-separator',
    }),
    digits: '-n',
    operands: reads,
  },
  {
    name: 'iconv',
    rows: rows({
      flag: '-l,--list -c -s,--silent --verbose',
      value: '-f,--from-code -t,--to-code',
      write: '-o,--output',
    }),
    operands: reads,
  },
  {
    name: 'sleep',
    rows: rows({}),
    operands: (operands) => {
      const endless = operands.some((text) => /^[+]?(?:inf|infinity|nan)/i.test(literalOf(text) ?? ''));
      return operands.length === 0 || endless ? 'needs a time that ends' : [];
    },
  },
  {
    name: 'seq',
    firstStops: true,
    rows: rows({ flag: '-w,--equal-width', value: '-f,--format -s,--separator' }),
    operands: (operands) => {
      const endless = operands.some((text) => /inf|nan/i.test(literalOf(text) ?? ''));
      return endless || operands.length === 0 || operands.length > 3 ? 'needs one to three finite numbers' : [];
    },
  },
];
