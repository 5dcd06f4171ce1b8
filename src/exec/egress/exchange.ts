import { type Encoding, type Expr, literal } from '../../ir/expr.ts';
import type { SecretUse } from '../../ir/plan.ts';
import { bodyPlaces } from './body-places.ts';
import type { HandleTable } from './handle-table.ts';
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
  readonly uses: readonly SecretUse[];
}

/**
 * Every handle must stand in a place that the plan binds its secret to, at this origin. One that stands anywhere else, however it is
 * written there, makes the whole request void.
 */
export function exchange(incoming: Incoming, body: Uint8Array, table: HandleTable): Exchanged | Refusal {
  const at = new Places(incoming.origin, table);
  const path = at.text(incoming.path, ['path'], 'the path', 'segment');
  const query = incoming.query === undefined ? undefined : at.query(incoming.query);
  const login = basicLogin(incoming, at, table);
  const headers = incoming.headers.flatMap(([name, value]) => {
    if (login !== undefined && name.toLowerCase() === 'authorization') return [];
    const written = name.toLowerCase() === 'cookie' ? at.cookies(value) : at.header(name, value);
    return [[name, written] as const];
  });
  const contentType = headerOf(incoming, 'content-type');
  const exchangedBody = at.body(body, contentType);
  const problem = at.problem ?? hidden(incoming, login !== undefined, table);
  if (problem !== undefined) return problem;
  return {
    kind: 'exchanged',
    url: joined([literal(incoming.origin), path, ...(query === undefined ? [] : [literal('?'), query])]),
    path: shownPath(incoming.path, table),
    headers,
    ...(login === undefined ? {} : { basicAuth: login }),
    ...(exchangedBody === undefined ? {} : { body: exchangedBody }),
    uses: at.uses,
  };
}

/** Remembers the first problem and every use, so that `exchange` stays a list of places. */
class Places {
  problem: Refusal | undefined;
  readonly uses: SecretUse[] = [];
  readonly #origin: string;
  readonly #table: HandleTable;
  readonly #names = new Map<string, string>();

  constructor(origin: string, table: HandleTable) {
    this.#origin = origin;
    this.#table = table;
  }

  text(text: string, slots: readonly string[], where: string, encode?: Encoding): Expr {
    return joined(
      this.#table.split(text).map((piece) => {
        if (typeof piece === 'string') return literal(piece);
        this.#use(piece.handle, slots, where);
        return this.#secret(piece.handle, encode);
      }),
    );
  }

  header(name: string, value: string): Expr {
    return this.text(value, [`header:${name.toLowerCase()}`], `the header \`${name}\``);
  }

  cookies(value: string): Expr {
    const pairs = value.split(';').map((pair) => {
      const name = pair.slice(0, Math.max(0, pair.indexOf('='))).trim();
      return this.text(pair, [`cookie:${name}`, 'header:cookie'], `the cookie \`${name}\``);
    });
    return joined(pairs.flatMap((pair, index) => (index === 0 ? [pair] : [literal(';'), pair])));
  }

  query(query: string): Expr {
    const pairs = query.split('&').map((pair) => {
      const key = decoded(pair.slice(0, Math.max(0, pair.indexOf('='))));
      return this.text(pair, [`query:${key}`], `the query value \`${key}\``, 'query');
    });
    return joined(pairs.flatMap((pair, index) => (index === 0 ? [pair] : [literal('&'), pair])));
  }

  /** Undefined where no handle stands in it, which is most often. */
  body(bytes: Uint8Array, contentType: string): Expr | undefined {
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!this.#table.has(raw.toString('latin1'))) {
      if (this.#table.hides(bytes)) this.#misplaced('the body, encoded');
      return undefined;
    }
    const text = textOf(raw);
    if (text === undefined) return this.#misplaced('a body that is not text');
    const { encode, places } = bodyPlaces(text, contentType);
    let placed = 0;
    for (const { slot, text: value } of places) {
      for (const piece of this.#table.split(value)) {
        if (typeof piece === 'string') continue;
        this.#use(piece.handle, [slot], `the body (${slot})`);
        placed += 1;
      }
    }
    const pieces = this.#table.split(text);
    // One more than in all its places: it also stands in a key, in a member that another one replaces, or in a file.
    if (pieces.filter((piece) => typeof piece !== 'string').length !== placed) return this.#misplaced('the body');
    const literals = pieces.filter((piece) => typeof piece === 'string').join('\n');
    if (this.#table.hides(Buffer.from(literals))) return this.#misplaced('the body, encoded');
    return joined(
      pieces.map((piece) => (typeof piece === 'string' ? literal(piece) : this.#secret(piece.handle, encode))),
    );
  }

  #use(handle: string, slots: readonly string[], where: string): void {
    const use = this.#table.useAt(handle, this.#origin, slots);
    if (use === undefined) {
      this.#misplaced(where);
      return;
    }
    this.uses.push(use);
    this.#names.set(handle, use.name);
  }

  #secret(handle: string, encode: Encoding | undefined): Expr {
    return { kind: 'secret', name: this.#names.get(handle) ?? '', ...(encode === undefined ? {} : { encode }) };
  }

  #misplaced(where: string): undefined {
    this.problem ??= refusal(
      403,
      'handle',
      `a secret's handle stands in ${where} of a request to \`${this.#origin}\`, which the plan does not bind it to`,
    );
  }
}

/** `Basic base64(user:handle)`: made anew by who sends the request, with the value in its place. */
function basicLogin(incoming: Incoming, at: Places, table: HandleTable): Exchanged['basicAuth'] {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(headerOf(incoming, 'authorization'))?.[1];
  const login = encoded === undefined ? undefined : textOf(Buffer.from(encoded, 'base64'));
  if (login === undefined || !table.has(login)) return undefined;
  const colon = login.indexOf(':');
  const user = colon < 0 ? login : login.slice(0, colon);
  return {
    user: at.text(user, ['basic:user'], 'the user name of a login'),
    password: at.text(colon < 0 ? '' : login.slice(colon + 1), ['basic:password'], 'the password of a login'),
  };
}

/** Handles that are written in another way than plainly: no place is theirs. */
function hidden(incoming: Incoming, hasLogin: boolean, table: HandleTable): Refusal | undefined {
  const plain = (text: string) =>
    table
      .split(text)
      .filter((piece) => typeof piece === 'string')
      .join('\n');
  const headers = incoming.headers.filter(([name]) => !(hasLogin && name.toLowerCase() === 'authorization'));
  const lines = [
    incoming.method,
    plain(incoming.path),
    plain(incoming.query ?? ''),
    ...headers.flatMap(([name, value]) => [name, plain(value)]),
  ];
  if (!table.hides(Buffer.from(lines.join('\n')))) return undefined;
  return refusal(403, 'handle', `a secret's handle stands encoded in a request to \`${incoming.origin}\``);
}

function shownPath(path: string, table: HandleTable): string {
  return table
    .split(path)
    .map((piece) => (typeof piece === 'string' ? piece : '*'))
    .join('');
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
