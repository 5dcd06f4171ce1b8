import { visible } from '../ir/visible.ts';
import { placeOf, type Sources } from '../report/line-index.ts';
import type { Paint } from '../report/paint.ts';
import type { Change, ChangeSeverity } from './change.ts';
import type { Review } from './review-skills.ts';

export interface ReviewPlaces {
  readonly sources: Sources;
  /** A span's file as the user would name it. */
  readonly place: (source: string) => string;
}

export interface ReviewJson {
  readonly severity: ChangeSeverity | null;
  readonly changes: readonly object[];
}

export function reviewJson({ severity, changes }: Review, places: ReviewPlaces): ReviewJson {
  return { severity: severity ?? null, changes: changes.map((change) => changeJson(change, places)) };
}

function changeJson({ span, ...change }: Change, { sources, place }: ReviewPlaces): object {
  if (span === undefined || sources(span.source) === undefined) return change;
  const { line, column } = placeOf(span, sources);
  return { ...change, file: place(span.source), line, column };
}

/** Two lines a change, the gravest first: what it is, and where. */
export function reviewText({ changes }: Review, places: ReviewPlaces, paint: Paint): string {
  if (changes.length === 0) return paint.green('✓ the new version can touch what the old one could, and nothing else');
  return changes.map((change) => changeLines(change, places, paint)).join('\n');
}

function changeLines(change: Change, { sources, place }: ReviewPlaces, paint: Paint): string {
  const { severity, kind, operation, message, span } = change;
  const colour = { critical: paint.red, major: paint.yellow, minor: paint.bold, note: paint.dim }[severity];
  const known = span !== undefined && sources(span.source) !== undefined;
  const at = known ? `  ${visible(place(span.source))}:${placeOf(span, sources).line}` : '';
  const subject = operation === undefined ? '' : `${paint.bold(visible(operation))} `;
  return `${colour(severity.padEnd(9))}${subject}${visible(message)}\n         ${paint.dim(kind + at)}`;
}
