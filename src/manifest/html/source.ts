import { indexLines, type LineIndex, lineAt, type Place, type Sources } from '../../report/line-index.ts';
import type { Manifest, ManifestCall } from '../manifest.ts';
import { html, join, type Markup, nothing } from './markup.ts';

/** Lines of one operation that are shown; the rest is counted, not shown. */
const mostLines = 60;
const longestLine = 2_000;

interface Range {
  readonly start: number;
  readonly end: number;
  /** It can never run. */
  readonly refused?: true;
}

type MarkedPlace = Place & Pick<Range, 'refused'>;

/** The source lines of an operation, with what became a call marked; other files of the bundle follow the first. */
export function sourceExcerpts(manifest: Manifest, sources: Sources): Markup {
  const own = manifest.derived_from.span;
  const marks = manifest.implementation.calls.flatMap(markedPlaces);
  const others = [...new Set(marks.map(({ source }) => source))].filter((source) => source !== own.source);
  const wholes = [own, ...others.map((source) => hull(marks.filter((mark) => mark.source === source)))];
  return join(wholes.map((whole) => excerpt(whole, marks, sources)));
}

/** Lines of something refused. */
export function refusedExcerpt(place: Place, sources: Sources): Markup {
  return excerpt(place, [{ ...place, refused: true }], sources);
}

function markedPlaces(call: ManifestCall): readonly MarkedPlace[] {
  if (call.sites.length === 0) return [call.span];
  return call.sites.map(({ span }) => span);
}

function hull(places: readonly Place[]): Place {
  const [first, ...rest] = places;
  if (first === undefined) return { source: '', start: 0, end: 0, line: 1, column: 1, end_line: 1, end_column: 1 };
  return rest.reduce((a, b) => {
    const head = b.start < a.start ? b : a;
    const tail = b.end > a.end ? b : a;
    return { ...head, end: tail.end, end_line: tail.end_line, end_column: tail.end_column };
  }, first);
}

function excerpt(whole: Place, marks: readonly MarkedPlace[], sources: Sources): Markup {
  const index = sources(whole.source) ?? indexLines('');
  const last = whole.end_column === 1 && whole.end_line > whole.line ? whole.end_line - 1 : whole.end_line;
  const shownLast = Math.min(last, whole.line + mostLines - 1);
  const ranges = disjoint(marks.filter(({ source }) => source === whole.source));
  const lines = Array.from({ length: shownLast - whole.line + 1 }, (_, at) => line(index, whole.line + at, ranges));
  const rest = last - shownLast;
  return html`<figure class="source"><figcaption>${whole.source}<span>${lineNames(whole.line, last)}</span></figcaption>
<table>${lines}</table>${rest > 0 ? html`<p class="more">${rest} more lines are not shown here</p>` : nothing}</figure>`;
}

function lineNames(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`;
}

function line(index: LineIndex, number: number, ranges: readonly Range[]): Markup {
  const text = lineAt(index, number);
  const start = index.starts[number - 1] ?? 0;
  const shown = text.slice(0, longestLine);
  const here = ranges.filter((range) => range.start < start + text.length && range.end > start);
  const tail = text.length > longestLine ? html`<i> … ${text.length - longestLine} more characters</i>` : nothing;
  return html`<tr><th>${number}</th><td>${marked(shown, start, here)}${tail}</td></tr>\n`;
}

function marked(text: string, start: number, ranges: readonly Range[]): Markup {
  const parts: Markup[] = [];
  let at = 0;
  for (const range of ranges) {
    const from = Math.max(at, range.start - start);
    const to = Math.min(text.length, range.end - start);
    if (to <= from) continue;
    parts.push(html`${tabs(text.slice(at, from))}${markOpen(range)}${tabs(text.slice(from, to))}</mark>`);
    at = to;
  }
  return html`${parts}${tabs(text.slice(at))}`;
}

function markOpen({ refused }: Range): Markup {
  return refused === true ? html`<mark class="no">` : html`<mark>`;
}

function tabs(text: string): string {
  return text.replaceAll('\t', '  ');
}

/** Sorted, and where two overlap the earlier one ends where the later starts. */
function disjoint(ranges: readonly Range[]): readonly Range[] {
  const order = [...ranges].sort((a, b) => a.start - b.start || a.end - b.end);
  return order.map((range, at) => ({ ...range, end: Math.min(range.end, order[at + 1]?.start ?? range.end) }));
}
