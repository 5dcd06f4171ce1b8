import type { SecretText } from '../../secret-text.ts';
import { type DigestChallenge, digestAuthorization, digestChallenge } from './digest.ts';
import { type AnswerHead, headersOf } from './exchange.ts';
import { type Authorize, literal, type Message } from './message.ts';
import type { Hop } from './redirect.ts';
import type { HttpRequest } from './request.ts';

/** User and password of one operation: only ever for the origin it began at. */
export class Credentials {
  #auth: HttpRequest['auth'];
  #random: (bytes: number) => Uint8Array;
  #challenge: DigestChallenge | undefined;
  #count = 0;
  /** The server took the question without a body and did not ask: then it gets the body without an answer. */
  #unasked = false;

  constructor(request: HttpRequest, random: (bytes: number) => Uint8Array) {
    const own = request.headers.some(([name]) => name.toLowerCase() === 'authorization');
    this.#auth = own ? undefined : request.auth;
    this.#random = random;
  }

  get texts(): readonly SecretText[] {
    return this.#auth === undefined ? [] : [this.#auth.user, this.#auth.password];
  }

  /** How `Authorization` is made for this hop; undefined where it gets none. */
  forHop(hop: Hop): Authorize | undefined {
    const auth = this.#auth;
    if (auth === undefined || hop.crossed) return undefined;
    if (auth.kind === 'basic') {
      return async (fill) => {
        const pair = `${await fill(auth.user)}:${await fill(auth.password)}`;
        return `Basic ${Buffer.from(pair, 'latin1').toString('base64')}`;
      };
    }
    const challenge = this.#challenge;
    if (challenge === undefined) return undefined;
    return async (fill, target) => {
      this.#count += 1;
      const cnonce = Buffer.from(this.#random(16)).toString('hex');
      const [user, password] = [await fill(auth.user), await fill(auth.password)];
      return digestAuthorization(challenge, {
        user,
        password,
        method: hop.message.method,
        target,
        count: this.#count,
        cnonce,
      });
    };
  }

  /** Before the server has asked, a body is kept back, as curl does it. */
  asSent(hop: Hop): Message {
    const { message } = hop;
    if (!this.#asking(hop) || message.body === undefined) return message;
    const headers = message.headers
      .filter(([name]) => name.toLowerCase() !== 'expect')
      .map(([name, value]) => {
        const length = name.toLowerCase() === 'content-length' || name.toLowerCase() === 'transfer-encoding';
        return length ? (['Content-Length', ['0']] as const) : ([name, value] as const);
      });
    return { ...message, headers, body: [] };
  }

  /** Whether the same hop is to be sent again because of this answer. */
  again(hop: Hop, head: AnswerHead): boolean {
    if (this.#auth?.kind !== 'digest' || hop.crossed) return false;
    if (head.status !== 401) {
      const heldBack = this.#asking(hop) && hop.message.body !== undefined && head.status < 300;
      this.#unasked ||= heldBack;
      return heldBack;
    }
    const challenge = digestChallenge(headersOf(head, 'www-authenticate'));
    if (challenge === undefined) return false;
    // The same answer to the same question: the password is wrong.
    if (this.#challenge !== undefined && (!challenge.stale || challenge.nonce === this.#challenge.nonce)) return false;
    this.#challenge = challenge;
    this.#count = 0;
    return true;
  }

  #asking(hop: Hop): boolean {
    return this.#auth?.kind === 'digest' && this.#challenge === undefined && !this.#unasked && !hop.crossed;
  }
}

export function hasSecret(message: Message, more: readonly SecretText[]): boolean {
  if (literal(message.target) === undefined) return true;
  for (const [, value] of message.headers) if (literal(value) === undefined) return true;
  for (const text of more) if (literal(text) === undefined) return true;
  return message.body?.some((piece) => 'text' in piece && literal(piece.text) === undefined) ?? false;
}
