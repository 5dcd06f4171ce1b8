import type { RequestField, ScriptRequest } from './analysis.ts';
import type { FoundRequest } from './findings.ts';
import { options } from './library.ts';
import { limits } from './limits.ts';
import { textOf, textsOf } from './text-of.ts';
import { each, literalText, namesIn, type TextPiece, type Value } from './value.ts';

/** A request for each address it may go to. */
export function renderRequest(found: FoundRequest): readonly ScriptRequest[] {
  const fields = [
    ...found.headers.flatMap((value) => namedFields('header', value)),
    ...found.query.flatMap((value) => namedFields('query', value)),
    ...found.body.flatMap((value) => bodyFields(value, '', 0)),
    ...(found.auth === undefined ? [] : authFields(found.auth)),
    ...(found.cookies === undefined ? [] : namedFields('cookie', found.cookies)),
  ].flatMap(basicHeader);
  const urls = options(found.url).flatMap(textsOf);
  const all = urls.length === 0 ? [textOf(found.url)] : urls;
  return all.flatMap((url) => methodsOf(found.method).map((method) => ({ method, url, fields, at: found.at })));
}

function methodsOf(method: Value): readonly string[] {
  const known = options(method).map(literalText);
  const names = known.map((name) => name?.toUpperCase());
  const plain = names.filter((name) => name !== undefined && /^[A-Z]+$/.test(name)) as readonly string[];
  return plain.length === 0 || plain.length < known.length ? ['*'] : [...new Set(plain)];
}

/** Members of a record, or the pairs of a text. */
function namedFields(place: 'header' | 'query' | 'cookie', value: Value): readonly RequestField[] {
  return each(value).flatMap((one): readonly RequestField[] => {
    const own = one.kind === 'object' ? (one.state.get('record') ?? one.state.get('value') ?? one) : one;
    if (own.kind === 'record') {
      const plain = [...own.entries].filter(([, member]) => member.kind !== 'record');
      const known = plain.flatMap(([name, member]) =>
        textsOf(member).map((text) => ({ slot: `${place}:${place === 'header' ? name.toLowerCase() : name}`, text })),
      );
      return own.rest === undefined ? known : [...known, { slot: `${place}:*`, text: textOf(own.rest) }];
    }
    if (own.kind === 'list')
      return own.items.flatMap((pair) => {
        const [key, member] = pair.kind === 'list' ? pair.items : [];
        const name = key === undefined ? undefined : literalText(key);
        return name === undefined || member === undefined ? [] : namedFields(place, asRecord(name, member));
      });
    const names = namesIn(own);
    return names.length === 0 ? [] : [{ slot: `${place}:*`, text: textOf(own) }];
  });
}

function asRecord(name: string, value: Value): Value {
  return { kind: 'record', entries: new Map([[name, value]]), rest: undefined };
}

/** `body:/a/b` of JSON and forms; what is no structure is the body as a whole. */
function bodyFields(value: Value, pointer: string, depth: number): readonly RequestField[] {
  if (depth > 6) return [];
  return each(value).flatMap((one): readonly RequestField[] => {
    const own = one.kind === 'object' ? (one.state.get('value') ?? one.state.get('record') ?? one) : one;
    switch (own.kind) {
      case 'record': {
        const members = [...own.entries].flatMap(([name, member]) =>
          bodyFields(member, `${pointer}/${escaped(name)}`, depth + 1),
        );
        const rest = own.rest === undefined ? [] : bodyFields(own.rest, `${pointer}/*`, depth + 1);
        return [...members, ...rest];
      }
      case 'list':
        return own.items
          .slice(0, limits.pieces)
          .flatMap((item, index) => bodyFields(item, `${pointer}/${index}`, depth + 1));
      case 'text':
      case 'unknown':
        return namesIn(own).length === 0 ? [] : [{ slot: `body:${pointer}`, text: textOf(own) }];
      default:
        return [];
    }
  });
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** `(user, password)`, or an object for it. */
function authFields(value: Value): readonly RequestField[] {
  return each(value).flatMap((one): readonly RequestField[] => {
    const [user, password] =
      one.kind === 'list'
        ? one.items
        : one.kind === 'object' || one.kind === 'record'
          ? ['user', 'password'].map((name) => memberNamed(one, name))
          : [];
    return [
      ...(user === undefined ? [] : textsOf(user).map((text) => ({ slot: 'basic:user', text }))),
      ...(password === undefined ? [] : textsOf(password).map((text) => ({ slot: 'basic:password', text }))),
    ];
  });
}

function memberNamed(value: Extract<Value, { kind: 'object' | 'record' }>, name: string): Value | undefined {
  const members = value.kind === 'object' ? value.state : value.entries;
  return members.get(name) ?? (name === 'user' ? members.get('username') : undefined);
}

/** `Authorization: Basic base64(user:password)` is basic authentication. */
function basicHeader(field: RequestField): readonly RequestField[] {
  const [scheme, encoded] = field.text;
  const basic = field.slot === 'header:authorization' && scheme?.kind === 'literal' && /^basic\s+$/i.test(scheme.value);
  if (!basic || encoded?.kind !== 'base64' || field.text.length !== 2) return [field];
  const parts = encoded.pieces;
  const at = parts.findIndex((piece) => piece.kind === 'literal' && piece.value.includes(':'));
  const middle = parts[at];
  if (middle?.kind !== 'literal') return [field];
  const colon = middle.value.indexOf(':');
  const user: TextPiece[] = [...parts.slice(0, at), { kind: 'literal', value: middle.value.slice(0, colon) }];
  const password: TextPiece[] = [{ kind: 'literal', value: middle.value.slice(colon + 1) }, ...parts.slice(at + 1)];
  return [
    { slot: 'basic:user', text: user },
    { slot: 'basic:password', text: password },
  ];
}
