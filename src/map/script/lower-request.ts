import type { RequestField, ScriptRequest } from '../../analyse/analysis.ts';
import type { ScriptText } from '../../analyse/source.ts';
import { splitUrl } from '../../http/url.ts';
import type { CodePlace } from '../../ir/plan.ts';
import type { Piece, Text } from '../../ir/text.ts';
import { undeclaredEgress } from '../infer/http.ts';
import type { DraftEffect } from '../primitive.ts';
import type { ScriptContext } from './context.ts';
import { queryFields } from './query-fields.ts';
import { asText } from './script-text.ts';
import { placeSecrets } from './secrets.ts';

/** What a request of a script touches; a host that is not in the text is left open. */
export function lowerRequest(request: ScriptRequest, context: ScriptContext): readonly DraftEffect[] {
  const place = context.place(request.at);
  const address = readAddress(request.url, context, place);
  const fields = [...request.fields, ...queryFields(request.url)];
  if (typeof address === 'string') {
    context.leave('host', address, place);
    return placeSecrets([...fields, ...urlField(request.url)], undefined, place, context);
  }
  const { origin, shown, path } = address;
  const denied = undeclaredEgress(shown, context.request.egress, place);
  if (denied !== undefined) {
    context.leave('host', denied.message, place);
    return placeSecrets(fields, undefined, place, context);
  }
  const network = pathPatterns(path, context).map(
    (pattern): DraftEffect => ({ kind: 'network', method: request.method, origin, path: pattern, place }),
  );
  const inPath = path.flatMap((piece): readonly RequestField[] =>
    piece.kind === 'variable' && context.isSecret(piece.name)
      ? [{ slot: 'path', text: [{ kind: 'env', name: piece.name }] }]
      : [],
  );
  return [...network, ...placeSecrets([...fields, ...inPath], shown, place, context)];
}

function urlField(url: ScriptText): readonly RequestField[] {
  return [{ slot: 'url', text: url }];
}

interface Address {
  readonly origin: Text;
  /** As effects show it. */
  readonly shown: string;
  readonly path: Text;
}

const open = 'which host it reaches is decided when it runs';

/** The address, or why it is none that can be named. */
function readAddress(url: ScriptText, context: ScriptContext, place: CodePlace): Address | string {
  const parts = withOriginDefaults(url, context);
  const [first] = parts;
  if (first === undefined) return 'a request without an address';
  if (first.kind === 'literal' && !/^https?:\/\//i.test(first.value))
    return /^[a-z][a-z0-9+.-]*:/i.test(first.value) ? `\`${schemeOf(first.value)}\` is not carried` : open;
  if (first.kind === 'open' || first.kind === 'base64' || first.kind === 'root') return open;
  const split = splitUrl(asText(parts, place), place);
  if ('code' in split) return split.message;
  if (split.origin.some((piece) => piece.kind === 'dynamic' || piece.kind === 'secret')) return open;
  const hidden = split.origin.find((piece) => piece.kind === 'variable' && context.isSecret(piece.name));
  if (hidden !== undefined) return 'a secret decides which host it reaches';
  if (split.userinfo !== undefined) return 'a login stands in the address';
  for (const piece of split.origin) if (piece.kind === 'variable') context.settings.add(piece.name);
  return { origin: split.origin, shown: shownOrigin(split.origin), path: split.path };
}

function schemeOf(address: string): string {
  return address.slice(0, address.indexOf(':') + 1);
}

function shownOrigin(origin: Text): string {
  return origin.map((piece) => (piece.kind === 'literal' ? piece.value : `\${setting:${piece.name}}`)).join('');
}

/** A variable with a default in front of the path: nothing outside sets it, so the default is the host. */
function withOriginDefaults(url: ScriptText, context: ScriptContext): ScriptText {
  let written = '';
  let ended = false;
  return url.map((piece, index) => {
    const inOrigin = !ended;
    const taken = inOrigin && piece.kind === 'env' && piece.fallback !== undefined;
    if (taken) context.fixed.add(piece.name);
    const literal = taken ? (piece.fallback ?? '') : piece.kind === 'literal' ? piece.value : undefined;
    written += literal ?? 'x';
    if (literal !== undefined && /^(?:[a-z]+:\/\/)?[^/?#]+[/?#]/i.test(written)) ended = true;
    if (index > 0 && literal?.startsWith('/') === true) ended = true;
    return taken ? { kind: 'literal', value: piece.fallback ?? '' } : piece;
  });
}

/**
 * The path as far as it is literal. What a script puts in may hold slashes, so that everything behind it is open; a secret and what
 * was percent-encoded stand for a part of one segment.
 */
function pathPatterns(path: Text, context: ScriptContext): readonly string[] {
  // Behind a setting, which may bring a path of its own along.
  if (path.length === 0) return ['', '/'];
  let out = '';
  for (const piece of path) {
    if (piece.kind === 'literal') out += piece.value;
    else if (isOneSegment(piece, context)) out += '*';
    else if (out === '' || out.endsWith('/')) return [`${out === '' ? '/' : out}**`];
    else return [out, `${out}/**`];
  }
  return [out === '' ? '/' : out];
}

function isOneSegment(piece: Piece, context: ScriptContext): boolean {
  if (piece.kind === 'dynamic') return piece.from?.includes('segment') === true;
  return piece.kind === 'secret' || (piece.kind === 'variable' && context.isSecret(piece.name));
}
