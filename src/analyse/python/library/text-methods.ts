import { argument, computed, needed } from '../../library.ts';
import type { Call } from '../../run/machine.ts';
import { itemsOf } from '../../run/parts.ts';
import { changedLiteral, sameText, trimmed } from '../../text-change.ts';
import { concat, mapTexts } from '../../text-of.ts';
import { data, each, list, literalText, namesIn, pieceNames, type TextPiece, text, type Value } from '../../value.ts';

/** Methods of `str` and `bytes`. */
export function textMethod(own: Value, name: string, call: Call): Value {
  switch (name) {
    case 'strip':
      return trimmed(own, 'both', characters(call));
    case 'lstrip':
      return trimmed(own, 'start', characters(call));
    case 'rstrip':
      return trimmed(own, 'end', characters(call));
    case 'encode':
    case 'decode':
    case '__str__':
    case 'expandtabs':
      return sameText(own);
    case 'lower':
    case 'casefold':
      return changedLiteral(own, (whole) => whole.toLowerCase());
    case 'upper':
      return changedLiteral(own, (whole) => whole.toUpperCase());
    case 'replace':
      return replaced(own, call);
    case 'removeprefix':
      return changedLiteral(own, (whole) => withoutStart(whole, literalText(needed(call, 0))));
    case 'removesuffix':
      return changedLiteral(own, (whole) => withoutEnd(whole, literalText(needed(call, 0))));
    case 'format':
      return mapTexts(own, (parts) => formatted(parts, call));
    case 'format_map':
      return data('a text', namesIn(own));
    case 'join':
      return joined(own, needed(call, 0));
    case 'split':
    case 'splitlines':
    case 'rsplit':
      return split(own, call);
    default:
      return data('a part of a text', [...namesIn(own), ...namesIn(computed(call))]);
  }
}

function characters(call: Call): string | undefined {
  const given = argument(call, 0);
  return given === undefined ? undefined : (literalText(given) ?? undefined);
}

function withoutStart(whole: string, start: string | undefined): string {
  return start !== undefined && whole.startsWith(start) ? whole.slice(start.length) : whole;
}

function withoutEnd(whole: string, end: string | undefined): string {
  return end !== undefined && end !== '' && whole.endsWith(end) ? whole.slice(0, -end.length) : whole;
}

/** `"/a/{id}".replace("{id}", x)`: the text around it stays, wherever the mark stands in a literal. */
function replaced(own: Value, call: Call): Value {
  const [mark, by] = [literalText(needed(call, 0)), needed(call, 1)];
  return mapTexts(own, (parts) => {
    const known = parts.every((piece) => piece.kind === 'literal');
    if (mark === undefined || mark === '' || !known)
      return data('a changed text', [...pieceNames(parts), ...namesIn(by)]);
    const pieces = literalText({ kind: 'text', pieces: parts })?.split(mark) ?? [];
    return concat(pieces.flatMap((piece, index) => (index === 0 ? [text(piece)] : [by, text(piece)])));
  });
}

/** `"{}/{name}".format(a, name=b)` */
function formatted(parts: readonly TextPiece[], call: Call): Value {
  const pattern = literalText({ kind: 'text', pieces: parts });
  if (pattern === undefined) return data('a text', pieceNames(parts));
  let next = 0;
  const out: Value[] = [];
  for (const [whole, field] of pattern.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    if (whole === '{{' || whole === '}}') out.push(text(whole.slice(1)));
    else if (field === undefined) out.push(text(whole));
    else out.push(fieldValue(field, call, () => next++));
  }
  return concat(out);
}

/** Widths and conversions write a value in another way. */
function fieldValue(field: string, call: Call, next: () => number): Value {
  const name = /^\w*/.exec(field)?.[0] ?? '';
  const value = /^\d*$/.test(name) ? call.args[name === '' ? next() : Number(name)] : call.named.get(name);
  if (value === undefined || (name !== field && !/^\w*!s$/.test(field)))
    return data('a text', value === undefined ? [] : namesIn(value));
  return value;
}

export function joined(glue: Value, items: Value): Value {
  const found = itemsOf(items);
  if (found.open || items.kind === 'choice')
    return data('a joined text', [...found.items.flatMap(namesIn), ...namesIn(glue)]);
  return concat(found.items.flatMap((item, index) => (index === 0 ? [item] : [glue, item])));
}

function split(own: Value, call: Call): Value {
  const mark = argument(call, 0) === undefined ? undefined : literalText(needed(call, 0));
  const [only, second] = each(own);
  const whole = only === undefined || second !== undefined ? undefined : literalText(only);
  if (whole === undefined || (mark === '' && argument(call, 0) !== undefined))
    return list([data('a part of a text', namesIn(own))], true);
  const parts = mark === undefined ? whole.trim().split(/\s+/) : whole.split(mark);
  return list(parts.map(text));
}

/** `"%s/%s" % (a, b)` */
export function percentFormatted(pattern: Value, given: Value): Value {
  const whole = literalText(pattern);
  if (whole === undefined) return data('a text', [...namesIn(pattern), ...namesIn(given)]);
  const values = given.kind === 'list' ? given.items : [given];
  let next = 0;
  const out: Value[] = [];
  for (const [match] of whole.matchAll(/%%|%(?:\(\w+\))?[-+ #0]*[\d*]*(?:\.\d+)?[a-zA-Z]|[^%]+|%/g)) {
    if (match === '%%') out.push(text('%'));
    else if (!match.startsWith('%')) out.push(text(match));
    else if (match === '%s' || match === '%d') out.push(values[next++] ?? data('a missing value'));
    else out.push(data('a text', namesIn(byName(match, given) ?? values[next++] ?? data(''))));
  }
  return concat(out);
}

function byName(match: string, given: Value): Value | undefined {
  const name = /^%\((\w+)\)/.exec(match)?.[1];
  return name === undefined || given.kind !== 'record'
    ? undefined
    : (given.entries.get(name) ?? data('a missing value'));
}
