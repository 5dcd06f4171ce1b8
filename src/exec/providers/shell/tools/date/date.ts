import { failed, printed, type ShellTool } from '../tool.ts';
import { formatDate } from './format.ts';
import { readDate } from './read-date.ts';

const isoForms: Readonly<Record<string, string>> = {
  '': '%Y-%m-%d',
  date: '%Y-%m-%d',
  hours: '%Y-%m-%dT%H%:z',
  minutes: '%Y-%m-%dT%H:%M%:z',
  seconds: '%Y-%m-%dT%H:%M:%S%:z',
  ns: '%Y-%m-%dT%H:%M:%S,%N%:z',
};

/** The clock of the machine in the zone of the program; it is never set. */
export const date: ShellTool = async (words, context, { control, fs }) => {
  let [zone, format] = [context.env.get('TZ') ?? 'UTC', '%a %b %e %H:%M:%S %Z %Y'];
  let text: string | undefined;
  let file: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const iso = /^(?:-I|--iso-8601=?)(.*)$/.exec(word)?.[1];
    if (word === '-u' || word === '--utc' || word === '--universal') zone = 'UTC';
    else if (word.startsWith('+')) format = word.slice(1);
    else if (word === '-d' || word === '--date') text = words[++at] ?? '';
    else if (word.startsWith('--date=')) text = word.slice(7);
    else if (/^-ud$/.test(word)) [zone, text] = ['UTC', words[++at] ?? ''];
    else if (word === '-r') file = words[++at] ?? '';
    else if (word === '-R' || word === '--rfc-email') format = '%a, %d %b %Y %H:%M:%S %z';
    else if (iso !== undefined && isoForms[iso] !== undefined) format = isoForms[iso];
    else return control.refuse('text/unsupported', `\`date ${word}\` is not run here`);
  }
  const now = Date.now();
  const stamp = file === undefined ? undefined : (await fs.stat(fs.resolvePath(context.cwd, file))).mtime.getTime();
  const moment = text === undefined ? (stamp ?? now) : readDate(text, now, zone);
  // JavaScript takes years below 100 for those of the last century.
  if (/(?:^|\s)00\d\d[-/]/.test(text ?? ''))
    return control.refuse('text/unsupported', `\`date -d '${text}'\` is not run here`);
  if (moment === undefined && /^[\s\d:/-]*$/.test(text ?? '')) return failed(`date: invalid date ‘${text}’`);
  if (moment === undefined) return control.refuse('text/unsupported', `\`date -d '${text}'\` is not run here`);
  const nanoseconds = text === undefined && file === undefined ? (moment % 1000) * 1_000_000 : 0;
  const shown = formatDate(format, moment, nanoseconds, zone);
  return shown === undefined
    ? control.refuse('text/unsupported', `\`date +${format}\` is not run here`)
    : printed(`${shown}\n`);
};
