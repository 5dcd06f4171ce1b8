import { urlencodeText } from '../../http/wire/bytes.ts';
import type { Effect } from '../../ir/effect.ts';
import { type Expr, list, literal, object } from '../../ir/expr.ts';
import type { Json, Schema } from '../../ir/json.ts';
import type { BodyPart, BodyTemplate, MultipartField } from '../../ir/request.ts';
import { schemaOf } from '../../ir/schema-of.ts';
import { concatTexts, type Hole, joinTexts, literalOf, type Piece, type Text } from '../../ir/text.ts';
import { isCredentialField, isCredentialText, isIssuedCredential, isPasswordField } from '../secret-names.ts';
import { decideTemplate } from './body-template.ts';
import { type Decided, decideHole, decideText, joinExprs, type Slot } from './decide-hole.ts';
import { embeddedSecret } from './embedded.ts';
import {
  escapePointer,
  isPlainJson,
  type JsonSkeleton,
  jsonSkeleton,
  mapStringValues,
  parseJson,
} from './json-text.ts';
import { type BodyContext, memberSlot } from './member-slot.ts';
import { bindName, decidePairs } from './pair-values.ts';
import { splitPairs } from './pairs.ts';
import { decidePath } from './paths.ts';
import { splitPlaceholders } from './placeholders.ts';

/** The body as an argument: text, a list of parts, or a structure for forms. */
export function decideBody(body: BodyTemplate, context: BodyContext): Decided {
  switch (body.kind) {
    case 'bytes':
      return decideBytes(body.parts, context);
    case 'multipart':
      return decideMultipart(body.fields, context);
    case 'json': {
      const decided = decideTemplate(body.value, '', context);
      return { expr: object({ json: decided.expr }), effects: decided.effects };
    }
    case 'form': {
      const members = body.fields.map((field) => {
        const slot = memberSlot(field.name, `/${escapePointer(field.name)}`, 'form', context);
        return { key: field.name, decided: decideText(field.value, slot, context.hints, context.collector) };
      });
      const expr: Expr = { kind: 'object', members: members.map(({ key, decided }) => ({ key, value: decided.expr })) };
      return { expr: object({ form: expr }), effects: members.flatMap(({ decided }) => decided.effects) };
    }
  }
}

function decideBytes(parts: readonly BodyPart[], context: BodyContext): Decided {
  const runs = textRuns(parts, context);
  if (runs.every((part) => part.kind === 'text') && !parts.some((part) => part.kind === 'urlencoded'))
    return decidePlainText(joinTexts(runs.map((part) => part.text)), context);
  const decided = runs.map((part, index) => decidePart(part, index < runs.length - 1, context));
  const strings = decided.every(({ expr }) => expr.kind !== 'object');
  const exprs = decided.map(({ expr }) => expr);
  return { expr: strings ? joinExprs(exprs) : list(exprs), effects: decided.flatMap(({ effects }) => effects) };
}

type Run = Exclude<BodyPart, { readonly kind: 'urlencoded' }>;

/** Neighbouring texts as one, so that `name=` and the value that is encoded behind it are read as one pair. */
function textRuns(parts: readonly BodyPart[], context: BodyContext): readonly Run[] {
  const out: Run[] = [];
  for (const part of parts) {
    const run: Run = part.kind === 'urlencoded' ? { kind: 'text', text: encodedText(part.text, context) } : part;
    const last = out.at(-1);
    if (run.kind === 'text' && last?.kind === 'text')
      out[out.length - 1] = { kind: 'text', text: concatTexts(last.text, run.text) };
    else out.push(run);
  }
  return out;
}

function encodedText(text: Text, { hints, span }: BodyContext): Text {
  const split = hints.fromText ? splitPlaceholders(text, 'query', span) : text;
  return split.map(
    (piece): Piece => (piece.kind === 'literal' ? { kind: 'literal', value: urlencodeText(piece.value) } : piece),
  );
}

/** `continued`: something that is no text follows, so the last pair's value is not all there. */
function decidePart(part: Run, continued: boolean, context: BodyContext): Decided {
  switch (part.kind) {
    case 'text':
      return decidePairs(splitPairs(part.text), { ...context, place: 'body', continued });
    case 'file': {
      const path = decidePath(part.path, context);
      return {
        expr: object({ file: path.expr, mode: literal(part.mode) }),
        effects: [{ kind: 'read', path: path.shown }],
      };
    }
    case 'stdin':
      return { expr: object({ stdin: { kind: 'stdin' }, mode: literal(part.mode) }), effects: [] };
  }
}

function decidePlainText(text: Text, context: BodyContext): Decided {
  const marked = context.hints.fromText ? markStandIns(text, context) : { text, effects: [] };
  const skeleton = jsonSkeleton(marked.text);
  if (skeleton !== undefined) {
    const decided = decideJson(marked.text, skeleton, context);
    return { expr: decided.expr, effects: [...marked.effects, ...decided.effects] };
  }
  const written = literalOf(text);
  if (/^[\w.[\]%-]+=/.test(written ?? firstLiteral(text)))
    return decidePairs(splitPairs(text), { ...context, place: 'body' });
  const opaque: Slot = { id: 'body:', credential: false, origin: context.origin, encode: 'raw', where: 'the body' };
  const holes = text.some((piece) => piece.kind !== 'literal');
  if (holes && text.length > 1) {
    context.collector.report(
      'map/body-opaque',
      'a value is put into a body that is neither JSON nor a form',
      context.span,
      'send JSON or a form, so that the value can be encoded for its place',
    );
  }
  return decideText(text, opaque, context.hints, context.collector);
}

function firstLiteral(text: Text): string {
  const first = text[0];
  return first?.kind === 'literal' ? first.value : '';
}

/** Stand-ins and written-out credentials inside string values become holes before the JSON is read. */
function markStandIns(text: Text, context: BodyContext): { readonly text: Text; readonly effects: readonly Effect[] } {
  if (!/^\s*[[{]/.test(firstLiteral(text))) return { text, effects: [] };
  const effects: Effect[] = [];
  const marked = mapStringValues(text, (content, key): readonly Piece[] => {
    const credential = isCredentialField(key) ? isCredentialText(key, content) : isIssuedCredential(content);
    if (!credential) return splitPlaceholders([{ kind: 'literal', value: content }], 'member', context.span);
    const slot = memberSlot(key, `/${escapePointer(key)}`, 'json-string', context);
    const decided = embeddedSecret(content, slot, context);
    effects.push(...decided.effects);
    return decided.expr.kind === 'secret' ? [{ kind: 'secret', name: decided.expr.name, span: context.span }] : [];
  });
  return { text: concatTexts(marked), effects };
}

function decideJson(text: Text, skeleton: JsonSkeleton, context: BodyContext): Decided {
  bindMembers(skeleton.value, context);
  const exprs: Expr[] = [];
  const effects: Effect[] = [];
  let next = 0;
  for (const piece of text) {
    if (piece.kind === 'literal') {
      exprs.push(literal(piece.value));
      continue;
    }
    const place = skeleton.holes[next++];
    const slot = memberSlot(
      place?.key ?? '',
      place?.pointer ?? '',
      place?.inString === false ? 'json' : 'json-string',
      context,
    );
    const typed = place?.inString === false ? { ...slot, schema: defaultSchema(piece) } : slot;
    const decided = decideHole(piece, typed, context.hints, context.collector);
    exprs.push(decided.expr);
    effects.push(...decided.effects);
  }
  return { expr: joinExprs(exprs), effects };
}

/** `{"n": ${COUNT:-5}}`: a bare default is JSON, as it would stand there. */
function defaultSchema(hole: Hole): Schema {
  if (hole.kind !== 'variable' || hole.fallback === undefined) return {};
  const value = parseJson(hole.fallback);
  return value === undefined ? {} : { ...schemaOf(value), default: value };
}

/** Each literal top-level member is an optional input with the example as its default. */
function bindMembers(value: Json, { hints, collector, call }: BodyContext): void {
  if (!hints.fromText || value === null || typeof value !== 'object' || Array.isArray(value)) return;
  for (const [key, member] of Object.entries(value as { readonly [key: string]: Json })) {
    if (!isPlainJson(member) || isPasswordField(key)) continue;
    collector.bindDefault(bindName(key), `body:/${escapePointer(key)}`, member, schemaOf(member), call);
  }
}

function decideMultipart(fields: readonly MultipartField[], context: BodyContext): Decided {
  const decided = fields.map((field) => decideField(field, context));
  return {
    expr: object({ multipart: list(decided.map(({ expr }) => expr)) }),
    effects: decided.flatMap(({ effects }) => effects),
  };
}

function decideField(field: MultipartField, context: BodyContext): Decided {
  const { hints, collector, span } = context;
  const name = literalOf(field.name) ?? '';
  const slot = memberSlot(name, `/${escapePointer(name)}`, 'raw', context);
  const plain = (text: Text): Expr => decideText(text, { ...slot, credential: false }, hints, collector).expr;
  const base: Record<string, Expr | undefined> = {
    name: plain(field.name),
    filename: field.filename === undefined ? undefined : plain(field.filename),
    type: field.contentType === undefined ? undefined : plain(field.contentType),
    headers:
      field.headers.length === 0
        ? undefined
        : list(field.headers.map((header) => list([plain(header.name), plain(header.value)]))),
  };
  const value = field.value;
  if (value.kind === 'stdin')
    return { expr: object({ ...base, stdin: { kind: 'stdin' }, attach: literal(value.attach) }), effects: [] };
  if (value.kind === 'file') {
    const path = decidePath(value.path, context);
    return {
      expr: object({ ...base, file: path.expr, attach: literal(value.attach) }),
      effects: [{ kind: 'read', path: path.shown }],
    };
  }
  const written = literalOf(value.text);
  if (hints.fromText && written !== undefined) {
    if (slot.credential ? isCredentialText(name, written) : isIssuedCredential(written)) {
      const secret = embeddedSecret(written, slot, context);
      return { expr: object({ ...base, value: secret.expr }), effects: secret.effects };
    }
    const split = splitPlaceholders(value.text, 'query', span);
    if (literalOf(split) !== undefined && name !== '')
      collector.bindDefault(bindName(name), slot.id, written, { type: 'string' }, context.call);
    const decided = decideText(split, slot, hints, collector);
    return { expr: object({ ...base, value: decided.expr }), effects: decided.effects };
  }
  const decided = decideText(value.text, slot, hints, collector);
  return { expr: object({ ...base, value: decided.expr }), effects: decided.effects };
}
