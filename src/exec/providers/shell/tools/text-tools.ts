import { judgeAwk } from '../../text/judge-awk.ts';
import { cat, md5sum, sha1sum, sha256sum, sha512sum } from '../../text/own/bytes.ts';
import { cut, tr } from '../../text/own/cut-tr.ts';
import { head, tail } from '../../text/own/ends.ts';
import { base64, paste, rev, tac, uniq, wc } from '../../text/own/lines.ts';
import { basename, dirname, fold } from '../../text/own/names.ts';
import type { OwnTool } from '../../text/own/tool.ts';
import { date } from './date/date.ts';
import { grep } from './grep/grep.ts';
import { ownTool } from './own-tool.ts';
import { printf } from './printf.ts';
import { sed } from './sed.ts';
import { sort } from './sort.ts';
import { type ShellTool, stdinOf } from './tool.ts';

/** Written for `text.transform` because the interpreter's answer differs from the real tool's. */
const own: Readonly<Record<string, OwnTool>> = {
  base64,
  basename,
  cat,
  cut,
  dirname,
  fold,
  head,
  md5sum,
  paste,
  rev,
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
  awk: awk('awk'),
  date,
  egrep: grep('egrep', 'extended'),
  fgrep: grep('fgrep', 'fixed'),
  gawk: awk('gawk'),
  grep: grep('grep', 'basic'),
  mawk: awk('mawk'),
  printf,
  sed,
  seq,
  sort,
};

const exponent = /(?<![\w.])[0-9]+(?:\.[0-9]+)?e[-+]?[0-9]+(?![\w.])/g;

/** The interpreter's awk, held to what was compared with the real one. */
function awk(name: string): ShellTool {
  return async (words, context, { control, start }) => {
    if (name !== 'awk') return start(['awk', ...words], context);
    const judged = judgeAwk(words);
    const refuse = (what: string): never =>
      control.refuse('text/unsupported', `\`${name}\`: ${what} is not run here`, 'use a simpler form');
    if ('kind' in judged) return refuse(judged.reason);
    const result = await context.origCommand?.([...judged]);
    if (result === undefined) return refuse('it');
    const given = `${words.join('\n')}\n${stdinOf(context)}`;
    // The interpreter prints exponents in a way of its own, and which numbers need one shows only now.
    return (result.stdout.match(exponent) ?? []).some((one) => !given.includes(one))
      ? refuse('a number with an exponent')
      : result;
  };
}

const number = /^-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,6})?$/;

async function seq(...[words, context, { control }]: Parameters<ShellTool>): ReturnType<ShellTool> {
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-w') continue;
    if (word === '-s') at += 1;
    else if (!/^-s/.test(word)) operands.push(word);
  }
  const isFine = operands.length >= 1 && operands.length <= 3 && operands.every((one) => number.test(one));
  const result = isFine ? await context.origCommand?.([...words]) : undefined;
  return (
    result ?? control.refuse('text/unsupported', `\`seq ${words.join(' ')}\` is not run here`, 'use whole numbers')
  );
}
