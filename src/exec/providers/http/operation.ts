import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderContext } from '../../provider.ts';
import { showSecretText } from '../../secret-text.ts';
import type { Connection } from './connection.ts';
import { addCookies } from './cookies.ts';
import { Credentials, hasSecret } from './credentials.ts';
import type { Deadline } from './deadline.ts';
import type { Stage } from './decode.ts';
import { type AnswerHead, exchange, hasEnd, headersOf } from './exchange.ts';
import { HttpFailure } from './failure.ts';
import { type BuiltMessage, buildMessage, checkMessage, type Message } from './message.ts';
import { AnswerOutput } from './output.ts';
import type { Pool } from './pool.ts';
import { placeOf } from './reach.ts';
import { type Hop, nextHop, soleLocation, unfollowed } from './redirect.ts';
import { Repeats } from './repeats.ts';
import type { HttpCall, HttpLimits } from './request.ts';
import { type AnswerSize, ShownSize } from './shown-size.ts';

export interface HopFact {
  readonly method: string;
  readonly origin: string;
  /** Without its query, secrets by name; not yet scrubbed. */
  readonly path: string;
  readonly status: number;
  readonly address: string;
}

/** What to do once an answer is here. Decided at its head, because that says where its body goes. */
type Next =
  | { readonly kind: 'result'; readonly body: Stage | undefined }
  | { readonly kind: 'hop'; readonly hop: Hop }
  | { readonly kind: 'again' }
  /** The server says that it may be otherwise later: from the first request on, as curl does it. */
  | { readonly kind: 'later'; readonly waitMs: number }
  | { readonly kind: 'refused'; readonly error: unknown };

/** One call from its first request to its result: redirects, questions for a password and repeats included. */
export class Operation {
  readonly hops: HopFact[] = [];
  readonly output: AnswerOutput;
  redirects = 0;
  sent = 0;
  received = 0;
  headerBytes = 0;
  uploaded = 0;
  effectiveUrl = '';
  answer: AnswerHead | undefined;
  /** Where the last answer leads, if nobody went there. */
  leadsTo: string | undefined;
  /** Whether it sends a secret, so that answers may hold it. */
  readonly guarded: boolean;
  /** What its size tells, without what secrets add to it. */
  readonly shown = { sent: 0, answers: [] as AnswerSize[] };
  /** A request may have arrived and its whole answer did not. */
  uncertain = false;
  #call: HttpCall;
  #context: ProviderContext;
  #pool: Pool;
  #limits: HttpLimits;
  #end: Deadline;
  #credentials: Credentials;
  #repeats: Repeats;
  /** Whether the last failure came before any byte of an answer, and not because somebody said stop. */
  #mayRepeat = false;

  constructor(
    call: HttpCall,
    context: ProviderContext,
    pool: Pool,
    limits: HttpLimits,
    end: Deadline,
    random: (bytes: number) => Uint8Array,
  ) {
    this.#call = call;
    this.#context = context;
    this.#pool = pool;
    this.#limits = limits;
    this.#end = end;
    this.#credentials = new Credentials(call.request, random);
    this.#repeats = new Repeats(call.request.retries ?? 0, limits.retryDelayMs);
    this.guarded = hasSecret(firstMessage(call), this.#credentials.texts);
    this.output = new AnswerOutput(call.request, context.secrets, limits);
  }

  async run(): Promise<AnswerHead> {
    const first = { place: placeOf(this.#call.request.origin), message: firstMessage(this.#call), crossed: false };
    let hop: Hop = first;
    for (;;) {
      this.#admit(hop);
      const [head, next] = await this.#askWithRetries(hop);
      if (next.kind === 'refused') throw next.error;
      if (next.kind === 'result') {
        await next.body?.end();
        return head;
      }
      if (next.kind === 'hop') {
        this.redirects += 1;
        hop = next.hop;
      }
      if (next.kind === 'later') {
        await this.#pause(next.waitMs);
        this.redirects = 0;
        hop = first;
      }
    }
  }

  #admit(hop: Hop): void {
    const { grant } = this.#call;
    const { place, message } = hop;
    checkMessage(message, place.authority);
    if (!grant.covers(message.method, place.origin, shownPath(message))) {
      throw new HttpFailure('network/outside-grant', `${message.method} ${place.origin} is not what was approved`, 7);
    }
    if (!place.secure && this.#bearsSecret(hop) && !grant.plainHttpLoopback) throw plainSecret(place.origin);
  }

  async #askWithRetries(hop: Hop): Promise<[AnswerHead, Next]> {
    const { method } = hop.message;
    let mayReuse = Repeats.allows(method);
    for (;;) {
      const kept = mayReuse ? this.#pool.take(hop.place, this.#call.grant) : undefined;
      const result = await this.#ask(hop, kept);
      if (!(result instanceof HttpFailure)) return result;
      const stale = kept !== undefined && this.#mayRepeat;
      // A kept connection that was closed meanwhile is not the server's answer.
      if (stale && Repeats.allows(method)) mayReuse = false;
      else {
        const wait = this.#mayRepeat ? this.#repeats.take(method, this.#end.leftMs) : undefined;
        if (wait === undefined) throw result;
        await this.#pause(wait);
      }
    }
  }

  async #ask(hop: Hop, kept: Connection | undefined): Promise<[AnswerHead, Next] | HttpFailure> {
    const { grant, request } = this.#call;
    this.#mayRepeat = false;
    let connection: Connection;
    try {
      connection =
        kept ??
        (await this.#pool.open(hop.place, grant, request.connectTimeoutMs ?? this.#limits.connectMs, this.#end.signal));
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      this.#mayRepeat = this.#end.reason === undefined && error.code.startsWith('network/connect');
      return error;
    }
    const before = kept === undefined ? { sent: 0, received: 0 } : connection.traffic;
    this.output.shown = new ShownSize();
    let hidden = 0;
    const message = this.#withCookies(this.#credentials.asSent(hop), hop);
    try {
      if (!hop.place.secure && this.#bearsSecret(hop) && connection.addressClass !== 'loopback')
        throw plainSecret(hop.place.origin);
      const built = await buildMessage(
        message,
        hop.place.origin,
        this.#context.secrets,
        this.#end,
        this.#credentials.forHop(hop),
      );
      hidden = built.bytes - built.shownBytes;
      try {
        const spent = connection.traffic;
        const handshake = spent.sent - before.sent + spent.received - before.received;
        return await this.#exchange(hop, connection, built, handshake);
      } finally {
        await built.close();
      }
    } finally {
      const after = connection.traffic;
      this.sent += after.sent - before.sent;
      this.received += after.received - before.received;
      this.shown.sent += Math.max(0, after.sent - before.sent - hidden);
      this.shown.answers.push({ wire: after.received - before.received, shown: this.output.shown });
      this.#pool.give(connection, grant);
    }
  }

  async #exchange(
    hop: Hop,
    connection: Connection,
    built: BuiltMessage,
    handshake: number,
  ): Promise<[AnswerHead, Next] | HttpFailure> {
    const left = this.#context.cap.network_bytes - this.sent - this.received - handshake - built.bytes;
    if (left < 0) return new HttpFailure('limit/bytes', 'The request is larger than what is left of the budget', 63);
    let next: Next = { kind: 'result', body: undefined };
    let unwanted: Stage | undefined;
    const result = await exchange(connection, built.request, left, this.#limits, this.#end, (head) => {
      const waitMs = this.#waitAfter(head);
      this.#note(hop, head, connection, waitMs === undefined);
      next = waitMs === undefined ? this.#decide(hop, head) : { kind: 'later', waitMs };
      if (next.kind === 'result' && next.body !== undefined) return next.body;
      unwanted = hasEnd(head) ? this.output.unwanted() : undefined;
      return unwanted;
    });
    await unwanted?.end();
    this.uploaded += built.shownUpload;
    this.uncertain = result.kind === 'failed' && (this.uncertain || result.sent);
    if (result.kind === 'answered') return [result.head, next];
    this.#mayRepeat = !result.answering && this.#end.reason === undefined && result.failure.code.startsWith('network/');
    return result.failure;
  }

  /** Undefined where the answer stands. What the call began with must be repeatable, wherever it was redirected. */
  #waitAfter(head: AnswerHead): number | undefined {
    const { method } = this.#call.request;
    return this.#repeats.takeFor(head, method, this.#end.leftMs, this.#context.clock.wall());
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#end.signal }).catch(() => this.#end.check());
  }

  #note(hop: Hop, head: AnswerHead, connection: Connection, stands: boolean): void {
    const { method } = hop.message;
    const path = shownPath(hop.message);
    this.hops.push({ method, origin: hop.place.origin, path, status: head.status, address: connection.address });
    this.answer = head;
    this.effectiveUrl = hop.place.origin + showSecretText(hop.message.target);
    const shown = this.output.head(head, this.guarded);
    this.headerBytes += shown.length;
    this.output.note(shown);
    if (this.#call.request.includeHeaders && stands) this.output.include(shown)?.catch(() => undefined);
    if (this.#call.cookies === undefined) return;
    this.#call.cookies.keep(hop.place, path, headersOf(head, 'set-cookie'), this.#context.clock.wall());
  }

  #decide(hop: Hop, head: AnswerHead): Next {
    const { request } = this.#call;
    try {
      if (this.#credentials.again(hop, head)) return { kind: 'again' };
      const location = soleLocation(head);
      const next = nextHop(hop, head.status, location, request.redirects, this.redirects);
      if (next !== undefined) {
        if (next.crossed && location !== undefined && this.output.scrub(location) !== location) {
          throw new HttpFailure(
            'network/redirect-secret',
            `${hop.place.origin} redirects a secret to another origin`,
            47,
          );
        }
        return { kind: 'hop', hop: next };
      }
      this.leadsTo = unfollowed(hop, head.status, location);
      const wanted = !(request.failOnStatus && head.status >= 400);
      return { kind: 'result', body: wanted ? this.output.body(head, this.guarded) : undefined };
    } catch (error) {
      return { kind: 'refused', error };
    }
  }

  #bearsSecret(hop: Hop): boolean {
    return hasSecret(hop.message, hop.crossed ? [] : this.#credentials.texts);
  }

  #withCookies(message: Message, { place }: Hop): Message {
    const value = this.#call.cookies?.header(place, shownPath(message), this.#context.clock.wall());
    return value === undefined ? message : { ...message, headers: addCookies(message.headers, value) };
  }
}

function firstMessage({ request }: HttpCall): Message {
  const { method, target, headers, body } = request;
  return { method, target, headers, body };
}

function shownPath(message: Message): string {
  return showSecretText(message.target).split('?')[0] ?? '';
}

function plainSecret(origin: string): HttpFailure {
  return new HttpFailure('network/plain-http-secret', `${origin} would get a secret over plain http`, 7, 'Use https');
}
