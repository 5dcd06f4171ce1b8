import { list, literal } from '../../ir/expr.ts';
import type { HeaderTemplate } from '../../ir/request.ts';
import type { Span } from '../../ir/span.ts';
import { literalOf, type Text } from '../../ir/text.ts';
import {
  isCredentialHeader,
  isIssuedCredential,
  isSecretName,
  looksLikeCredential,
  looksLikeStandIn,
  looksRandom,
} from '../secret-names.ts';
import { dropChars, literalPrefix } from '../text-slice.ts';
import type { Collector } from './collector.ts';
import { type Decided, decideText, joinExprs, type Slot } from './decide-hole.ts';
import { embeddedSecret } from './embedded.ts';
import type { Hints } from './hints.ts';
import { splitPieces } from './pairs.ts';
import { splitPlaceholders } from './placeholders.ts';

export interface HeaderContext {
  readonly hints: Hints;
  readonly collector: Collector;
  readonly origin: string;
  readonly span: Span;
  /** All headers of the request: two stand-ins are two secrets. */
  readonly headers: readonly HeaderTemplate[];
}

/** `[name, value]` with the value's holes decided. Header literals are never inputs. */
export function decideHeader(header: HeaderTemplate, context: HeaderContext): Decided {
  const name = literalOf(header.name);
  if (name === undefined) return decideOpenHeader(header, context);
  const slot: Slot = {
    id: `header:${name.toLowerCase()}`,
    credential: isCredentialHeader(name) || isIssuedCredential(literalOf(header.value) ?? ''),
    origin: context.origin,
    encode: 'header',
    where: 'the header',
  };
  const alone = credentialStandIns(context.headers) < 2;
  const value = slot.credential
    ? decideCredential(header.value, { ...slot, alone }, context)
    : decidePlain(header.value, slot, context);
  return { expr: list([literal(name), value.expr]), effects: value.effects };
}

/** `-H "$AUTH_HEADER"`: whoever fills it could name any header, so it is never the caller's. */
function decideOpenHeader(header: HeaderTemplate, context: HeaderContext): Decided {
  const text: Text =
    header.value.length === 0 ? header.name : [...header.name, { kind: 'literal', value: ': ' }, ...header.value];
  const slot: Slot = {
    id: 'header:*',
    credential: true,
    origin: context.origin,
    encode: 'header',
    where: 'the header',
  };
  context.collector.report(
    'map/header-open',
    'a header comes whole from outside the text',
    context.span,
    'write the header name out',
  );
  const decided = decideText(text, slot, context.hints, context.collector);
  return { expr: list([decided.expr, literal('')]), effects: decided.effects };
}

const scheme = /^(?:[A-Za-z][A-Za-z0-9_-]*[ =]+)+"?/;

/** `Bearer $TOKEN`, `Token token=…`, `sk-live-…`: the scheme stays literal, the rest is a secret. */
function decideCredential(value: Text, slot: Slot, context: HeaderContext): Decided {
  const { hints, collector } = context;
  if (hints.fromText && slot.id === 'header:cookie') return decideCookies(value, slot, context);
  const written = literalOf(value);
  if (!hints.fromText || written === undefined)
    return decideText(hints.fromText ? standIns(value, context) : value, slot, hints, collector);
  if (written.trim() === '') return { expr: literal(written), effects: [] };
  const prefix = scheme.exec(written)?.[0] ?? '';
  const rest = written.slice(prefix.length);
  const [lead, secret] = rest === '' ? ['', written] : [prefix, rest];
  if (!isCredentialValue(slot.id, secret)) return { expr: literal(written), effects: [] };
  const decided = embeddedSecret(secret, slot, context);
  return { expr: joinExprs([literal(lead), decided.expr]), effects: decided.effects };
}

/** Authorization always carries a credential; `X-Auth-Type: basic` does not. */
function isCredentialValue(slot: string, value: string): boolean {
  return (
    slot === 'header:authorization' ||
    looksLikeStandIn(value) ||
    looksLikeCredential(value) ||
    looksRandom(value) ||
    isSecretName(value) ||
    /key|token|secret|password/.test(slot)
  );
}

/** Each cookie by itself: `session=…` is a credential, `theme=dark` beside it is none. */
function decideCookies(value: Text, slot: Slot, context: HeaderContext): Decided {
  const decided = splitPieces(value, ';').map((cookie) => decideCookie(cookie, slot, context));
  const exprs = decided.flatMap(({ expr }, index) => (index === 0 ? [expr] : [literal(';'), expr]));
  return { expr: joinExprs(exprs), effects: decided.flatMap(({ effects }) => effects) };
}

function decideCookie(cookie: Text, slot: Slot, context: HeaderContext): Decided {
  const written = literalOf(cookie);
  if (written === undefined) return decideText(standIns(cookie, context), slot, context.hints, context.collector);
  const [, lead = '', name = '', value = ''] = /^(\s*([^=\s]+)=)(.+)$/.exec(written) ?? [];
  if (!isCredentialCookie(name, value)) return { expr: literal(written), effects: [] };
  const secret = embeddedSecret(value, slot, context, `cookie:${name}`);
  return { expr: joinExprs([literal(lead), secret.expr]), effects: secret.effects };
}

function isCredentialCookie(name: string, value: string): boolean {
  if (value === '') return false;
  const session = isCredentialHeader(name) || /sess|sid$|auth|token|jwt|login|remember/i.test(name);
  return looksLikeStandIn(value) || looksLikeCredential(value) || (session && looksRandom(value));
}

function decidePlain(value: Text, slot: Slot, { hints, collector, span }: HeaderContext): Decided {
  return decideText(hints.fromText ? splitPlaceholders(value, 'header', span) : value, slot, hints, collector);
}

function standIns(value: Text, { span }: HeaderContext): Text {
  const lead = scheme.exec(literalPrefix(value))?.[0] ?? '';
  const rest = splitPlaceholders(dropChars(value, lead.length), 'header', span);
  return lead === '' ? rest : [{ kind: 'literal', value: lead }, ...rest];
}

function credentialStandIns(headers: readonly HeaderTemplate[]): number {
  return headers.filter((header) => {
    const name = literalOf(header.name);
    const value = literalOf(header.value);
    return name !== undefined && value !== undefined && isCredentialHeader(name) && looksLikeStandIn(value);
  }).length;
}

/**
 * `-u user:password`: both halves are credential slots. A literal user name stays, and a stand-in for one is the
 * caller's, unless nothing else can hold the credential.
 */
export function decideBasicHalf(
  text: Text,
  half: 'user' | 'password',
  context: Omit<HeaderContext, 'headers'> & { readonly alone: boolean },
): Decided {
  const { hints, collector, span, origin, alone } = context;
  const credential = half === 'password' || alone || !hints.fromText || !isStandInName(text, span);
  const slot: Slot = { id: `basic:${half}`, credential, origin, encode: 'header', where: 'the credentials' };
  const written = literalOf(text);
  if (!credential) return decideText(splitPlaceholders(text, 'header', span), slot, hints, collector);
  if (written === undefined) return decideText(text, slot, hints, collector);
  if (!hints.fromText || written === '') return { expr: literal(written), effects: [] };
  const isSecret =
    half === 'password' ||
    looksLikeCredential(written) ||
    (looksLikeStandIn(written) && (alone || isSecretName(written)));
  return isSecret ? embeddedSecret(written, slot, context) : { expr: literal(written), effects: [] };
}

/** `YOUR_USERNAME`, `<login>`: one stand-in that names no credential. */
function isStandInName(text: Text, span: Span): boolean {
  const [piece, more] = splitPlaceholders(text, 'header', span);
  return piece?.kind === 'placeholder' && more === undefined && !isSecretName(piece.name);
}
