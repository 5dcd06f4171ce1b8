import { awk } from '../../text/awk/index.ts';
import { cat, md5sum, sha1sum, sha256sum, sha512sum } from '../../text/own/bytes.ts';
import { cut, tr } from '../../text/own/cut-tr.ts';
import { head, tail } from '../../text/own/ends.ts';
import { base64, paste, rev, tac, uniq, wc } from '../../text/own/lines.ts';
import { basename, dirname, fold } from '../../text/own/names.ts';
import { seq } from '../../text/own/seq.ts';
import type { OwnTool } from '../../text/own/tool.ts';
import { date } from './date/date.ts';
import { grep } from './grep/grep.ts';
import { ownTool } from './own-tool.ts';
import { printf } from './printf.ts';
import { sed } from './sed.ts';
import { sort } from './sort.ts';
import type { ShellTool } from './tool.ts';

/** Written for `text.transform` because the interpreter's answer differs from the real tool's. */
const own: Readonly<Record<string, OwnTool>> = {
  awk,
  base64,
  basename,
  cat,
  cut,
  dirname,
  fold,
  gawk: awk,
  head,
  mawk: awk,
  md5sum,
  paste,
  rev,
  seq,
  sha1sum,
  sha256sum,
  sha512sum,
  tac,
  tail,
  tr,
  uniq,
  wc,
};

export const textTools: Readonly<Record<string, ShellTool>> = {
  ...Object.fromEntries(Object.entries(own).map(([name, tool]) => [name, ownTool(name, tool)])),
  date,
  egrep: grep('egrep', 'extended'),
  fgrep: grep('fgrep', 'fixed'),
  grep: grep('grep', 'basic'),
  printf,
  sed,
  sort,
};
