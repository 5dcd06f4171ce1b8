import { createMarks, type Marks } from '../../../http/url/marks.ts';
import { inPlainEnvironment } from '../../outcome.ts';
import type { CommandWords, HttpDraft, Mapped, Primitive } from '../../primitive.ts';
import { buildRequests } from './build.ts';
import { readWords } from './read-words.ts';
import type { Reading, StandardInput } from './reading.ts';
import { dynamic, isStop, stopped } from './stop.ts';

/** curl, read as version 7.88 reads its words. */
export const curl: Primitive = inPlainEnvironment(mapCurl);

function mapCurl(command: CommandWords): Mapped {
  const marks = createMarks();
  const words = command.words.map((word) => marks.mark(word));
  const stdin = standardInput(command, marks);
  if (!allKnown(words) || stdin === undefined) {
    return stopped(dynamic('too many variables, or text that is not well formed'), command.span);
  }
  const reading: Reading = { marks, stdin, stdinReads: 0 };
  const operations = readWords(words, command.spans, reading);
  if (isStop(operations)) return stopped(operations, command.span);
  const drafts: HttpDraft[] = [];
  for (const operation of operations) {
    const requests = buildRequests(operation, reading, command.span);
    if (isStop(requests)) return stopped(requests, command.span);
    drafts.push(...requests.map((request) => ({ kind: 'http', request, span: request.span }) as const));
  }
  return { kind: 'mapped', drafts, diagnostics: [] };
}

function allKnown(words: readonly (string | undefined)[]): words is readonly string[] {
  return !words.includes(undefined);
}

function standardInput({ stdin }: CommandWords, marks: Marks): StandardInput | undefined {
  switch (stdin.kind) {
    case 'none':
    case 'pipe':
      return { kind: 'stream' };
    case 'text': {
      const text = marks.mark(stdin.text);
      return text === undefined ? undefined : { kind: 'text', text };
    }
    case 'file': {
      const path = marks.mark(stdin.path);
      return path === undefined ? undefined : { kind: 'file', path };
    }
  }
}
