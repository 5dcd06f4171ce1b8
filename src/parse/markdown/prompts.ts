import { parseShell } from '../../shell/parse.ts';
import { joinSources, type SourceText, sliceSource, sourceLines } from './source-text.ts';

const shellPrompt = /^\s{0,8}\$ +(?=\S)/;
const sessionPrompt = /^\s{0,8}(?:[\w.@~:/-]{0,80}[$%❯]|❯|➜) +(?=\S)/;
const maxContinuation = 50;

/**
 * A session's commands without prompts and output. A block without prompts is all commands.
 *
 *     $ curl https://x/y      →      curl https://x/y
 *     {"ok": true}
 */
export function withoutPrompts(source: SourceText, isSession: boolean): SourceText {
  const prompt = isSession ? sessionPrompt : shellPrompt;
  const lines = sourceLines(source);
  if (!lines.some((line) => prompt.test(line.text))) return source;
  const kept: SourceText[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined) break;
    const mark = prompt.exec(line.text)?.[0];
    if (mark === undefined) {
      if (/^\s*(?:#|$)/.test(line.text)) kept.push(line);
      continue;
    }
    const command = [sliceSource(line, mark.length, line.text.length)];
    while (command.length < maxContinuation && isOpen(command)) {
      const next = lines[i + 1];
      if (next === undefined || prompt.test(next.text)) break;
      command.push(sliceSource(next, /^\s{0,8}> /.exec(next.text)?.[0].length ?? 0, next.text.length));
      i++;
    }
    kept.push(...command);
  }
  return joinSources(kept, '\n');
}

/** Whether the shell would wait for another line. */
function isOpen(command: readonly SourceText[]): boolean {
  const text = command.map((line) => line.text).join('\n');
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(-200))) return true;
  return /['"`({]|<<|\b(?:do|then)\b/.test(text) && parseShell(text, '').diagnostics.length > 0;
}
