import type { Json } from './json.ts';
import type { Span } from './span.ts';

/** A credential that the source writes out, where, and the secret that stands for it. */
export interface WrittenCredential {
  readonly written: string;
  readonly name: string;
  readonly span: Span;
}

/** Longer values are replaced wherever they occur; shorter ones could be ordinary words, so only as words of their own. */
const DISTINCTIVE = 8;

export function isDistinctive({ written }: WrittenCredential): boolean {
  return written.length >= DISTINCTIVE;
}

/** The same data with each written-out credential replaced by a reference to its secret. */
export function redact<T>(value: T, credentials: readonly WrittenCredential[]): T {
  if (credentials.length === 0) return value;
  const patterns = credentials.map(({ written, name }) => ({ pattern: patternOf(written), name }));
  const replace = (text: string): string =>
    patterns.reduce((out, { pattern, name }) => out.replace(pattern, () => `\${secret:${name}}`), text);
  return deep(value as unknown as Json, replace) as unknown as T;
}

/** A source text with the credentials blotted out, every offset kept. Short ones only near where they were found. */
export function blot(text: string, source: string, credentials: readonly WrittenCredential[]): string {
  return credentials.reduce((out, { written, span }) => {
    const everywhere = written.length >= DISTINCTIVE;
    if (!everywhere && span.source !== source) return out;
    const [start, end] = everywhere ? [0, out.length] : [span.start, span.end];
    const hidden = out.slice(start, end).replace(patternOf(written), (found) => found.replace(/[^\r\n]/g, '•'));
    return out.slice(0, start) + hidden + out.slice(end);
  }, text);
}

function patternOf(written: string): RegExp {
  const escaped = written.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(written.length >= DISTINCTIVE ? escaped : `(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, 'g');
}

function deep(value: Json, replace: (text: string) => string): Json {
  if (typeof value === 'string') return replace(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => deep(item as Json, replace));
  return Object.fromEntries(
    Object.entries(value as { readonly [key: string]: Json }).map(([key, member]) => [key, deep(member, replace)]),
  );
}
