import type { ShellCommand } from '../../ir/shell-program.ts';

/** Options of curl whose value is the next word; in a cluster only the last letter takes one. */
const takesValue =
  /^(?:-[sSfLvikgN]*[HXdubAeFm]|--(?:header|request|data(?:-raw|-binary|-urlencode)?|json|user|cookie|form|user-agent|max-time))$/;
const flag = /^(?:-[sSfLviIkgN]+|--(?:silent|show-error|fail|location|verbose|include|head|compressed))$/;

/** Dots in place of an address: `...`, `.../posts`, `https://...`, `...&page=2`. */
const dots = /^(?:https?:\/\/)?(?:\.\.\.|…)(?:[/?&]\S*)?$/;

/**
 * `curl -H "K: v" ...`: the writer left the address out. There is no host to ask, so the line shows a part of a request.
 * One more operand, or an option that is not listed, and the line is a command.
 */
export function isElided({ words }: ShellCommand): boolean {
  if (words[0]?.text !== 'curl') return false;
  let seen = false;
  for (let at = 1; at < words.length; at++) {
    const text = words[at]?.text ?? '';
    if (takesValue.test(text)) at++;
    else if (dots.test(text.replace(/^(["'])(.*)\1$/, '$2'))) seen = true;
    else if (!flag.test(text)) return false;
  }
  return seen;
}
