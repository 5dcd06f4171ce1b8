import type { Bundle } from '../ir/bundle.ts';
import type { Plan } from '../ir/plan.ts';
import type { Span } from '../ir/span.ts';
import type { Compiled } from '../pipeline.ts';
import { type LineIndex, lineAt, positionIn, sourcesOf } from '../report/line-index.ts';
import { sourcePath } from '../report/source-path.ts';

/** Part of one file: lines in order, cut where marks begin and end. */
export interface SourceExcerpt {
  readonly file: string;
  readonly lines: readonly SourceLine[];
}

export interface SourceLine {
  readonly number: number;
  readonly parts: readonly { readonly text: string; readonly marked: boolean }[];
}

const around = 2;
const mostLines = 400;

/** The lines that a plan comes from, its calls marked, and the files of the skill that it runs. */
export function planExcerpts(bundle: Bundle, compiled: Compiled, plan: Plan, whole: Span): readonly SourceExcerpt[] {
  const sites = plan.calls.flatMap(({ span, sites = [] }) =>
    sites.length === 0 ? [span] : sites.map((one) => one.span),
  );
  const code = plan.code.map(({ path }) => ({ source: path, start: 0, end: Number.MAX_SAFE_INTEGER }));
  const shown = [whole, ...code.filter(({ source }) => source !== whole.source)];
  return shown.flatMap((span) => excerpt(bundle, compiled, span, sites) ?? []);
}

/** Credentials that the source writes out stay blotted. */
export function excerpt(
  bundle: Bundle,
  compiled: Compiled,
  whole: Span,
  marks: readonly Span[],
): SourceExcerpt | undefined {
  const index = sourcesOf(bundle, compiled.credentials)(whole.source);
  if (index === undefined) return undefined;
  const first = Math.max(1, positionIn(index, whole.start).line - around);
  const last = Math.min(positionIn(index, whole.end).line + around, index.starts.length, first + mostLines - 1);
  const own = marks.filter(({ source }) => source === whole.source);
  const lines: SourceLine[] = [];
  for (let number = first; number <= last; number++) lines.push({ number, parts: partsOf(index, number, own) });
  return { file: sourcePath(bundle, whole.source), lines };
}

function partsOf(index: LineIndex, number: number, marks: readonly Span[]): SourceLine['parts'] {
  const text = lineAt(index, number);
  const start = index.starts[number - 1] ?? 0;
  const within = (offset: number) => Math.max(0, Math.min(text.length, offset - start));
  const cuts = [...new Set([0, text.length, ...marks.flatMap((mark) => [within(mark.start), within(mark.end)])])];
  const sorted = cuts.toSorted((a, b) => a - b);
  return sorted.slice(0, -1).map((from, at) => {
    const to = sorted[at + 1] ?? text.length;
    const marked = marks.some((mark) => mark.start <= start + from && start + to <= mark.end);
    return { text: text.slice(from, to), marked };
  });
}
