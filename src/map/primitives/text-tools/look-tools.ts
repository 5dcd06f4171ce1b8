import { noFiles, reads, readsTree, rows, type ToolSpec } from './tool.ts';

/** Programs that say something about files: looking is reading. */
export const lookTools: readonly ToolSpec[] = [
  {
    name: 'ls',
    rows: rows({
      flag: `-a,--all -A,--almost-all --author -b,--escape -B,--ignore-backups -c -C -d,--directory -D,--dired -f -F
        --file-type -g -G,--no-group -h,--human-readable --si -H,--dereference-command-line
        --dereference-command-line-symlink-to-dir -i,--inode -k,--kibibytes -l -L,--dereference -m -n,--numeric-uid-gid
        -N,--literal -o -p -q,--hide-control-chars --show-control-chars -Q,--quote-name -r,--reverse -R,--recursive
        -s,--size -S -t -u -U -v -x -X -Z,--context -1 --full-time --group-directories-first --zero`,
      optional: '--color --classify --hyperlink',
      value:
        '--block-size --format --hide --indicator-style -I,--ignore --quoting-style --sort --time --time-style -T,--tabsize -w,--width',
    }),
    operands: readsTree,
  },
  {
    name: 'stat',
    rows: rows({
      flag: '-L,--dereference -f,--file-system -t,--terse',
      value: '-c,--format --printf --cached',
    }),
    operands: reads,
  },
  {
    name: 'du',
    rows: rows({
      flag: `-0,--null -a,--all --apparent-size -b,--bytes -c,--total -D,--dereference-args -H -h,--human-readable --inodes -k -L,--dereference
        -l,--count-links -m -P,--no-dereference -S,--separate-dirs --si -s,--summarize -x,--one-file-system`,
      value: '-B,--block-size -d,--max-depth -t,--threshold --time-style --exclude',
      optional: '--time',
      read: '-X,--exclude-from',
      names: '--files0-from',
    }),
    operands: readsTree,
  },
  {
    name: 'file',
    rows: rows({
      flag: '-b,--brief -i,--mime --mime-type --mime-encoding --extension -L,--dereference -h,--no-dereference -k,--keep-going -N,--no-pad -0,--print0 -r,--raw -S,--no-sandbox',
      value: '-e,--exclude -F,--separator -P,--parameter',
      read: '-m,--magic-file',
      names: '-f,--files-from',
      unclearFlag: '-z,--uncompress -Z,--uncompress-noreport -C,--compile -s,--special-files -p,--preserve-date',
    }),
    operands: reads,
  },
  { name: 'pwd', rows: rows({ flag: '-L,--logical -P,--physical' }), operands: noFiles },
  {
    name: 'realpath',
    rows: rows({
      flag: '-e,--canonicalize-existing -m,--canonicalize-missing -L,--logical -P,--physical -q,--quiet -s,--strip,--no-symlinks -z,--zero',
      read: '--relative-to --relative-base',
    }),
    operands: reads,
  },
  { name: 'uuidgen', rows: rows({ flag: '-r,--random' }), operands: noFiles },
  {
    name: 'readlink',
    rows: rows({
      flag: '-f,--canonicalize -e,--canonicalize-existing -m,--canonicalize-missing -n,--no-newline -q,--quiet -s,--silent -v,--verbose -z,--zero',
    }),
    operands: reads,
  },
];
