import { byteString } from '../../http/wire/bytes.ts';
import { toWire, type WireRequest, type WireSource } from '../../http/wire.ts';
import type { NetworkEffect } from '../../ir/effect.ts';
import type { SecretUse } from '../../ir/plan.ts';
import type { RequestTemplate } from '../../ir/request.ts';
import { literalOf } from '../../ir/text.ts';
import { isValueProblem, type ValueProblem, valueProblem } from '../evaluate/problem.ts';
import type { SecretText } from '../secret-text.ts';
import { placeSecrets, plannedSlots } from './place-secrets.ts';
import type { SecretStandIns } from './secret-stand-ins.ts';

/** A request with every byte decided but the secrets', and what it touches. */
export interface PreparedRequest {
  readonly kind: 'prepared';
  readonly method: string;
  readonly origin: string;
  readonly target: SecretText;
  readonly headers: readonly (readonly [name: string, value: SecretText])[];
  readonly body?: readonly PreparedPiece[];
  readonly auth?: { readonly user: SecretText; readonly password: SecretText };
  readonly effect: NetworkEffect;
}

export type PreparedPiece = { readonly bytes: Uint8Array } | { readonly text: SecretText };

type Slots = ReturnType<typeof plannedSlots>;

/** The same writer that the compiler's own requests go through, so that what was reviewed is what is sent. */
export function prepareRequest(
  template: RequestTemplate,
  uses: readonly SecretUse[],
  standIns: SecretStandIns,
  source: WireSource,
): PreparedRequest | ValueProblem {
  const { basicAuth, ...rest } = template;
  const wire = toWire(rest, source);
  if (wire.kind === 'problem')
    return valueProblem(`request/${wire.reason}`, `the request cannot be made: ${wire.detail}`);
  if (standIns.split(wire.origin + wire.method).some((part) => typeof part !== 'string'))
    return valueProblem('secret/not-planned', 'a secret stands in the origin');
  const slots = plannedSlots(uses, wire.origin);
  const target = placeTarget(wire.target, slots, standIns);
  if (isValueProblem(target)) return target;
  const headers = placeHeaders(wire, slots, standIns);
  if (isValueProblem(headers)) return headers;
  const body = wire.body === undefined ? undefined : placeBody(wire.body, slots, standIns);
  if (isValueProblem(body)) return body;
  const auth = basicAuth === undefined ? undefined : placeLogin(basicAuth, slots, standIns);
  if (isValueProblem(auth)) return auth;
  return {
    kind: 'prepared',
    method: wire.method,
    origin: wire.origin,
    target,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(auth === undefined ? {} : { auth }),
    effect: { kind: 'network', method: wire.method, origin: wire.origin, path: shownPath(wire.target, standIns) },
  };
}

/** As effects show it: a secret in a path is one part that nobody reads. */
function shownPath(target: string, standIns: SecretStandIns): string {
  const [path = ''] = target.split('?', 1);
  return standIns
    .split(path)
    .map((part) => (typeof part === 'string' ? part : '*'))
    .join('');
}

function placeTarget(target: string, slots: Slots, standIns: SecretStandIns): SecretText | ValueProblem {
  const mark = target.indexOf('?');
  const path = placeSecrets(mark < 0 ? target : target.slice(0, mark), slots.exactly('path'), standIns);
  if (isValueProblem(path) || mark < 0) return path;
  const out: SecretText[number][] = [...path, '?'];
  for (const [index, pair] of target
    .slice(mark + 1)
    .split('&')
    .entries()) {
    const key = pair.slice(0, Math.max(0, pair.indexOf('=')));
    const placed = placeSecrets(pair, slots.exactly(`query:${decoded(key)}`), standIns);
    if (isValueProblem(placed)) return placed;
    out.push(...(index === 0 ? [] : ['&']), ...placed);
  }
  return out;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function placeHeaders(
  { headers, body }: WireRequest,
  slots: Slots,
  standIns: SecretStandIns,
): PreparedRequest['headers'] | ValueProblem {
  const out: (readonly [string, SecretText])[] = [];
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (standIns.split(name).some((part) => typeof part !== 'string'))
      return valueProblem('secret/not-planned', 'a secret stands in the name of a header');
    const slotOf = (secret: string) =>
      slots.exactly(`header:${lower}`)(secret) ?? (lower === 'cookie' ? slots.under('cookie:')(secret) : undefined);
    const placed = placeSecrets(value, slotOf, standIns);
    if (isValueProblem(placed)) return placed;
    // Only whoever fills in the secrets knows how long the body is.
    out.push([name, lower === 'content-length' && body !== undefined ? [''] : placed]);
  }
  return out;
}

function placeBody(body: Uint8Array, slots: Slots, standIns: SecretStandIns): readonly PreparedPiece[] | ValueProblem {
  const placed = placeSecrets(Buffer.from(body).toString('latin1'), slots.under('body:'), standIns);
  if (isValueProblem(placed)) return placed;
  return placed.map((part) =>
    typeof part === 'string' ? { bytes: new Uint8Array(Buffer.from(part, 'latin1')) } : { text: [part] },
  );
}

function placeLogin(
  { user, password }: NonNullable<RequestTemplate['basicAuth']>,
  slots: Slots,
  standIns: SecretStandIns,
): { readonly user: SecretText; readonly password: SecretText } | ValueProblem {
  const [left, right] = [byteString(literalOf(user) ?? ''), byteString(literalOf(password) ?? '')];
  // The server would take what follows for the begin of the password.
  if (left.includes(':')) return valueProblem('input/value', 'a user name cannot hold a colon');
  const placedUser = placeSecrets(left, slots.exactly('basic:user'), standIns);
  if (isValueProblem(placedUser)) return placedUser;
  const placedPassword = placeSecrets(right, slots.exactly('basic:password'), standIns);
  return isValueProblem(placedPassword) ? placedPassword : { user: placedUser, password: placedPassword };
}
