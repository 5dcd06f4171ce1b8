import { sort as ownSort } from '../../text/own/sort.ts';
import { ownTool } from './own-tool.ts';
import { printedBytes, type ShellTool } from './tool.ts';

const sorted = ownTool('sort', ownSort);

/** `-o FILE` may be the file that is sorted. */
export const sort: ShellTool = async (words, context, host) => {
  const at = words.findIndex((word) => /^(?:-o.*|--output(?:=.*)?)$/.test(word));
  if (at < 0) return sorted(words, context, host);
  const word = words[at] ?? '';
  const glued = word.replace(/^(?:-o|--output=?)/, '');
  const file = glued === '' ? (words[at + 1] ?? '') : glued;
  const rest = words.filter((_, index) => index !== at && (glued !== '' || index !== at + 1));
  const result = await sorted(rest, context, host);
  if (result.exitCode !== 0) return result;
  await host.fs.write(
    host.fs.resolvePath(context.cwd, file),
    Uint8Array.from(Buffer.from(result.stdout, 'latin1')),
    false,
  );
  return printedBytes('', 0, result.stderr);
};
