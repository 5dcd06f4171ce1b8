import type { Effect, SecretEffect } from '../../ir/effect.ts';
import { type Encoding, type Expr, literal } from '../../ir/expr.ts';
import type { SecretUse } from '../../ir/plan.ts';
import type { HandledText, ProgramSecrets } from '../secrets/program-secrets.ts';
import { bodyPlaces } from './body-places.ts';
import type { Incoming } from './incoming.ts';
import { type Refusal, refusal } from './refusal.ts';

/** A request of the code inside with its handles as references to secrets: the broker puts values in last of all. */
export interface Exchanged {
  readonly kind: 'exchanged';
  readonly url: Expr;
  /** Of the effect: a secret in it is a part that nobody reads. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: Expr])[];
  readonly basicAuth?: { readonly user: Expr; readonly password: Expr };
  /** Left out where it goes on as it came. */
  readonly body?: Expr;
  /** Whether the plan lets each of them go there is for those to say who judge the call. */
  readonly uses: readonly SecretUse[];
}

/**
 * Every handle must stand plainly in a place that a plan can name. One that stands anywhere else, however it is written there, makes
 * the whole request void.
 */
export function exchange(
  incoming: Incoming,
  body: Uint8Array,
  handles: ProgramSecrets,
  ceiling: readonly Effect[],
): Exchanged | Refusal {
  const at = new Places(incoming.origin, handles, ceiling);
  const path = at.text(incoming.path, ['path'], 'segment');
  const query = incoming.query === undefined ? undefined : at.query(incoming.query);
  const login = basicLogin(incoming, at, handles);
  const headers = incoming.headers.flatMap(([name, value]) => {
    at.nothing(name, 'the name of a header');
    if (login !== undefined && name.toLowerCase() === 'authorization') return [];
    const written =
      name.toLowerCase() === 'cookie' ? at.cookies(value) : at.text(value, [`header:${name.toLowerCase()}`]);
    return [[name, written] as const];
  });
  const written = at.body(body, headerOf(incoming, 'content-type'));
  at.nothingHidden(literalsOf(incoming, login !== undefined, handles), 'the request, encoded');
  if (at.problem !== undefined) return at.problem;
  return {
    kind: 'exchanged',
    url: joined([literal(incoming.origin), path, ...(query === undefined ? [] : [literal('?'), query])]),
    path: handles
      .split(incoming.path)
      .map((piece) => (typeof piece === 'string' ? piece : '*'))
      .join(''),
    headers,
    ...(login === undefined ? {} : { basicAuth: login }),
    ...(written === undefined ? {} : { body: written }),
    uses: at.uses,
  };
}

const form = /skh_[0-9a-f]{32}/;

/** Remembers the first problem and every use, so that `exchange` stays a list of places. */
class Places {
  problem: Refusal | undefined;
  readonly uses: SecretUse[] = [];
  readonly #origin: string;
  readonly #handles: ProgramSecrets;
  readonly #granted: readonly SecretEffect[];

  constructor(origin: string, handles: ProgramSecrets, ceiling: readonly Effect[]) {
    this.#origin = origin;
    this.#handles = handles;
    this.#granted = ceiling.filter((effect) => effect.kind === 'secret').filter((effect) => effect.origin === origin);
  }

  text(text: string, slots: readonly string[], encode?: Encoding): Expr {
    return this.#written(this.#split(text, slots), encode);
  }

  cookies(value: string): Expr {
    const pairs = value.split(';').map((pair) => {
      const name = this.#key(pair);
      return this.text(pair, [`cookie:${name.trim()}`, 'header:cookie']);
    });
    return joined(pairs.flatMap((pair, index) => (index === 0 ? [pair] : [literal(';'), pair])));
  }

  query(query: string): Expr {
    const pairs = query.split('&').map((pair) => this.text(pair, [`query:${decoded(this.#key(pair))}`], 'query'));
    return joined(pairs.flatMap((pair, index) => (index === 0 ? [pair] : [literal('&'), pair])));
  }

  /** Undefined where no handle stands in it, which is most often. */
  body(bytes: Uint8Array, contentType: string): Expr | undefined {
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!form.test(raw.toString('latin1'))) {
      this.nothingHidden(bytes, 'the body, encoded');
      return undefined;
    }
    const text = textOf(raw);
    if (text === undefined) return this.#misplaced('a body that is not text');
    const { encode, places } = bodyPlaces(text, contentType);
    let placed = 0;
    for (const place of places) placed += secretsIn(this.#split(place.text, [place.slot]));
    const pieces = this.#handles.split(text);
    // One more than in all its places: it also stands in a key, in a member that another one replaces, or in a file.
    if (secretsIn(pieces) !== placed) return this.#misplaced('no place of the body');
    for (const piece of pieces) if (typeof piece === 'string') this.nothing(piece, 'the body, of another call');
    this.nothingHidden(literals(pieces), 'the body, encoded');
    return this.#written(pieces, encode);
  }

  nothing(text: string, where: string): void {
    if (form.test(text)) this.#misplaced(where);
  }

  /** No handle in one of the encodings that values are looked for in. */
  nothingHidden(bytes: Uint8Array, where: string): void {
    if (Buffer.compare(this.#handles.mask.bytes(bytes), bytes) !== 0) this.#misplaced(where);
  }

  /** What stands before `=`, where no handle may stand. */
  #key(pair: string): string {
    const key = pair.slice(0, Math.max(0, pair.indexOf('=')));
    this.nothing(key, 'the name of a value');
    if (!pair.includes('=')) this.nothing(pair, 'a value without a name');
    return key;
  }

  #split(text: string, slots: readonly string[]): HandledText {
    const pieces = this.#handles.split(text);
    for (const piece of pieces) {
      if (typeof piece === 'string') this.nothing(piece, 'the request that stands for no secret of this call');
      else this.uses.push({ name: piece.secret, origin: this.#origin, slot: this.#slotOf(piece.secret, slots) });
    }
    return pieces;
  }

  /** Of the names that a place has, the one that the plan uses for it. */
  #slotOf(name: string, slots: readonly string[]): string {
    const named = this.#granted.find((effect) => effect.name === name && slots.includes(effect.slot));
    return (named ?? this.#granted.find(({ slot }) => slots.includes(slot)))?.slot ?? slots[0] ?? '';
  }

  #written(pieces: HandledText, encode: Encoding | undefined): Expr {
    return joined(
      pieces.map((piece) =>
        typeof piece === 'string'
          ? literal(piece)
          : { kind: 'secret', name: piece.secret, ...(encode === undefined ? {} : { encode }) },
      ),
    );
  }

  #misplaced(where: string): undefined {
    const message = `a secret's handle stands in ${where} (to \`${this.#origin}\`), where no plan can name it`;
    this.problem ??= refusal(403, 'handle', message);
  }
}

/** `Basic base64(user:handle)`: made anew by who sends the request, with the value in its place. */
function basicLogin(incoming: Incoming, at: Places, handles: ProgramSecrets): Exchanged['basicAuth'] {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(headerOf(incoming, 'authorization'))?.[1];
  const login = encoded === undefined ? undefined : textOf(Buffer.from(encoded, 'base64'));
  if (login === undefined || secretsIn(handles.split(login)) === 0) return undefined;
  const colon = login.indexOf(':');
  return {
    user: at.text(colon < 0 ? login : login.slice(0, colon), ['basic:user']),
    password: at.text(colon < 0 ? '' : login.slice(colon + 1), ['basic:password']),
  };
}

/** All of the head but the handles that stand in it plainly. */
function literalsOf(
  { method, path, query = '', headers }: Incoming,
  hasLogin: boolean,
  handles: ProgramSecrets,
): Buffer {
  const others = headers.filter(([name]) => !(hasLogin && name.toLowerCase() === 'authorization'));
  const texts = [method, path, query, ...others.flat()];
  return Buffer.concat(texts.flatMap((text) => [literals(handles.split(text)), Buffer.from('\n')]));
}

function literals(pieces: HandledText): Buffer {
  return Buffer.from(pieces.filter((piece) => typeof piece === 'string').join('\n'));
}

function secretsIn(pieces: HandledText): number {
  return pieces.filter((piece) => typeof piece !== 'string').length;
}

function joined(parts: readonly Expr[]): Expr {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'concat', parts };
}

function headerOf(incoming: Incoming, wanted: string): string {
  return incoming.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
