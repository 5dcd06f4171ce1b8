import type { FoundAt } from '../../analyse/findings.ts';
import type { ScriptSource } from '../../analyse/source.ts';
import type { Bundle } from '../../ir/bundle.ts';
import type { CodePlace } from '../../ir/plan.ts';
import { positionAt, type Span } from '../../ir/span.ts';
import { fileText } from './script-source.ts';

/** Where something of a script stands: in its file, or in the document that holds the code of a command. */
export function placesOf(source: ScriptSource, bundle: Bundle | undefined): (at: FoundAt) => CodePlace {
  const inline = source.path === undefined ? inlineStart(source, bundle) : undefined;
  const texts = new Map<string, string>(source.path === undefined ? [] : [[source.path, source.text]]);
  return ({ file, start, end }) => {
    if (file === '') return inlinePlace(source.span, inline, start, end);
    const text = texts.get(file) ?? fileText(file, bundle) ?? '';
    texts.set(file, text);
    return { source: file, start, end, line: positionAt(text, start).line };
  };
}

interface InlineStart {
  readonly document: string;
  readonly offset: number;
}

/** Code in a heredoc or in single quotes stands in the document as it is; of other code only the command is known. */
function inlineStart({ span, text }: ScriptSource, bundle: Bundle | undefined): InlineStart | undefined {
  const document = fileText(span.source, bundle);
  const offset = document?.indexOf(text, span.start) ?? -1;
  if (document === undefined || offset < 0) return undefined;
  return { document, offset };
}

function inlinePlace(span: Span, inline: InlineStart | undefined, start: number, end: number): CodePlace {
  if (inline === undefined) return { ...span, line: 1 };
  const { document, offset } = inline;
  return {
    source: span.source,
    start: offset + start,
    end: offset + end,
    line: positionAt(document, offset + start).line,
  };
}
