import { literalOf, literalText, type Text } from '../../../ir/text.ts';
import { hasOption, lastValue, type WordItem } from '../../option-table.ts';
import { readEffect } from '../../outcome.ts';
import { type OperandRule, rows, type ToolRow, type ToolSpec } from './tool.ts';

const grepRows = rows({
  flag: `-E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -i,-y,--ignore-case --no-ignore-case
    -w,--word-regexp -x,--line-regexp -z,--null-data -s,--no-messages -v,--invert-match -V -b,--byte-offset
    -n,--line-number --line-buffered -H,--with-filename -h,--no-filename -o,--only-matching -q,--quiet,--silent
    -a,--text -I -r,--recursive -R,--dereference-recursive -L,--files-without-match -l,--files-with-matches -c,--count
    -T,--initial-tab -Z,--null -U,--binary --no-group-separator`,
  value: `-e,--regexp -m,--max-count --label --binary-files -d,--directories -D,--devices --include --exclude
    --exclude-dir -B,--before-context -A,--after-context -C,--context --group-separator`,
  optional: '--color,--colour',
  read: '-f,--file --exclude-from',
});

/** The pattern comes first unless `-e` or `-f` gives it; `-r` without a file reads the working directory. */
const grepOperands: OperandRule = (operands, items) => {
  const given = hasOption(items, '-e') || hasOption(items, '-f');
  if (!given && operands.length === 0 && !hasOption(items, '--help') && !hasOption(items, '-V'))
    return 'needs a pattern';
  const files = given ? operands : operands.slice(1);
  return files.length === 0 && recursive(items) ? here : files.flatMap(readEffect);
};

function recursive(items: readonly WordItem<ToolRow>[]): boolean {
  const action: Text = lastValue(items, '-d') ?? [];
  return hasOption(items, '-r') || hasOption(items, '-R') || literalOf(action) === 'recurse';
}

const here = readEffect(literalText('.'));

const rgRows = rows({
  flag: `-a,--text -b,--byte-offset -c,--count --count-matches --column --crlf --debug -F,--fixed-strings -L,--follow
    --files -l,--files-with-matches --files-without-match --glob-case-insensitive --heading --no-heading -h
    --hidden,-. -i,--ignore-case --include-zero -v,--invert-match --json --line-buffered -n,--line-number
    -N,--no-line-number -x,--line-regexp --mmap --no-mmap -U,--multiline --multiline-dotall --no-config --no-ignore
    --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-parent --no-ignore-vcs
    --no-messages --no-require-git --no-unicode -0,--null --null-data --one-file-system -o,--only-matching --passthru
    -P,--pcre2 -p,--pretty -q,--quiet -S,--smart-case -s,--case-sensitive --stats --trim --type-list -u,--unrestricted
    --vimgrep -V -H,--with-filename -I,--no-filename -w,--word-regexp`,
  value: `-A,--after-context -B,--before-context -C,--context --color --colors --context-separator --dfa-size-limit
    -E,--encoding --engine -e,--regexp --field-context-separator --field-match-separator -g,--glob --iglob
    -M,--max-columns -m,--max-count -d,--max-depth,--maxdepth --max-filesize --path-separator --regex-size-limit
    -r,--replace --sort --sortr -j,--threads -t,--type -T,--type-not --type-add --type-clear`,
  read: '-f,--file --ignore-file',
  runs: '--pre --hostname-bin',
  unclear: '--pre-glob',
  unclearFlag: '-z,--search-zip',
});

/** Without a file ripgrep reads the working directory or standard input, whichever it finds. */
const rgOperands: OperandRule = (operands, items) => {
  const patternless = ['-e', '-f', '--files', '--type-list'].some((name) => hasOption(items, name));
  if (!patternless && operands.length === 0) return 'needs a pattern';
  const files = patternless ? operands : operands.slice(1);
  return files.length === 0 ? here : files.flatMap(readEffect);
};

export const searchTools: readonly ToolSpec[] = [
  ...['grep', 'egrep', 'fgrep'].map((name) => ({ name, rows: grepRows, digits: '-C', operands: grepOperands })),
  { name: 'rg', rows: rgRows, abbreviations: false, operands: rgOperands },
];
