import { hasMark, type Marks } from '../../../http/url/marks.ts';
import type { HeaderTemplate } from '../../../ir/request.ts';

/** `-H` as curl reads it. Strings are marked. */
export type HeaderLine =
  | { readonly kind: 'send'; readonly name: string; readonly value: string }
  /** `Name:` takes the header away that curl would add. */
  | { readonly kind: 'remove'; readonly name: string }
  /** A variable that holds the whole header, name and all. */
  | { readonly kind: 'open'; readonly text: string }
  /** Neither colon nor semicolon: curl ignores it. */
  | { readonly kind: 'none' };

export function readHeader(line: string): HeaderLine {
  const colon = line.indexOf(':');
  if (colon < 0) return readColonless(line);
  if (colon === 0) return { kind: 'none' };
  const name = line.slice(0, colon);
  const value = line.slice(colon + 1).replace(/^[ \t\n\v\f\r]+/, '');
  return value === '' ? { kind: 'remove', name } : { kind: 'send', name, value };
}

/** `Name;` sends the header without a value. */
function readColonless(line: string): HeaderLine {
  if (hasMark(line)) return { kind: 'open', text: line };
  const semicolon = line.indexOf(';');
  const empty = semicolon > 0 && line.slice(semicolon + 1).trim() === '';
  return empty ? { kind: 'send', name: line.slice(0, semicolon), value: '' } : { kind: 'none' };
}

/** Names that `-H` decides about, so that curl does not add them itself. */
export function decidedNames(lines: readonly HeaderLine[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of lines) if ('name' in line) names.add(line.name.toLowerCase());
  return names;
}

export function sentHeaders(lines: readonly HeaderLine[], marks: Marks): readonly HeaderTemplate[] {
  const out: HeaderTemplate[] = [];
  for (const line of lines) {
    if (line.kind === 'send') out.push({ name: marks.text(line.name), value: marks.text(line.value) });
    if (line.kind === 'open') out.push({ name: marks.text(line.text), value: [] });
  }
  return out;
}
