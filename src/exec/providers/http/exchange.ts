import type { Dispatcher } from 'undici';
import type { Connection, WireRequest } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { HttpFailure, transportFailure } from './failure.ts';
import type { HttpLimits } from './request.ts';

export interface AnswerHead {
  /** `HTTP/1.1`. */
  readonly protocol: string;
  readonly status: number;
  readonly reason: string;
  /** In wire order, one character a byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Their names in lower case, in the same order. */
  readonly names: readonly string[];
}

/** Where the body of an answer goes. A promise holds the sender back until it is settled. */
export interface BodySink {
  readonly write: (chunk: Buffer) => Promise<void> | undefined;
}

export type Exchange =
  | { readonly kind: 'answered'; readonly head: AnswerHead }
  | {
      readonly kind: 'failed';
      readonly failure: HttpFailure;
      /** Whether any byte of the request, or of an answer, may have passed. */
      readonly sent: boolean;
      readonly answering: boolean;
    };

/**
 * One request and its whole answer. Settles once nothing more will be written to the sink. A body that nobody wants is read only
 * where it has an end, for the connection's sake.
 */
export function exchange(
  connection: Connection,
  request: WireRequest,
  allowed: number,
  limits: HttpLimits,
  end: Deadline,
  sinkFor: (head: AnswerHead) => BodySink | undefined,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let sent = false;
    let head: AnswerHead | undefined;
    let sink: BodySink | undefined;
    let pending: Promise<void> | undefined;
    let settled = false;

    const settle = (result: Exchange): void => {
      if (settled) return;
      settled = true;
      end.onStop(undefined);
      if (result.kind === 'failed') connection.destroy();
      if (pending === undefined) resolve(result);
      else
        pending.then(
          () => resolve(result),
          (error) => resolve(failed(error)),
        );
    };
    const failed = (error: unknown): Exchange => ({
      kind: 'failed',
      failure: transportFailure(error),
      sent,
      answering: head !== undefined || connection.answerBytes > 0,
    });
    const fail = (error: unknown): void => settle(failed(error));
    const stop = (): void => fail(end.reason);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {
        sent = true;
      },
      onResponseStart: (controller, status, _headers, reason) => {
        if (status < 200 || settled) return;
        const read = readHead(connection.protocol, status, reason ?? '', controller.rawHeaders ?? []);
        if (read.headers.length > limits.headerCount) {
          fail(new HttpFailure('limit/headers', `The answer has more than ${limits.headerCount} headers`, 56));
          return;
        }
        head = read;
        try {
          sink = sinkFor(read);
          if (sink !== undefined || hasEnd(read)) return;
          settle({ kind: 'answered', head });
          connection.destroy();
        } catch (error) {
          fail(error);
        }
      },
      onResponseData: (controller, chunk) => {
        if (settled) return;
        try {
          const written = sink?.write(chunk);
          if (written === undefined) return;
          controller.pause();
          pending = written.then(() => {
            pending = undefined;
            controller.resume();
          });
          pending.catch(fail);
        } catch (error) {
          fail(error);
        }
      },
      onResponseEnd: () => {
        if (head !== undefined) settle({ kind: 'answered', head });
      },
      onResponseError: (_controller, error) => fail(error),
    };

    if (end.reason !== undefined) {
      stop();
      return;
    }
    end.onStop(stop);
    connection.dispatch(request, allowed, handler, () =>
      fail(new HttpFailure('limit/bytes', 'The answer is larger than what is left of the budget', 63)),
    );
  });
}

function readHead(
  protocol: string,
  status: number,
  reason: string,
  raw: readonly (Buffer | string)[] | object,
): AnswerHead {
  const parts: readonly (Buffer | string)[] = Array.isArray(raw) ? raw : [];
  const headers: (readonly [string, string])[] = [];
  const names: string[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const name = parts[at]?.toString('latin1') ?? '';
    headers.push([name, parts[at + 1]?.toString('latin1') ?? '']);
    names.push(name.toLowerCase());
  }
  return { protocol, status, reason, headers, names };
}

export function hasEnd(head: AnswerHead): boolean {
  return headerOf(head, 'content-length') !== undefined || headerOf(head, 'transfer-encoding') !== undefined;
}

export function headerOf(head: AnswerHead, name: string): string | undefined {
  return head.headers[head.names.indexOf(name)]?.[1];
}

/** Every value that a header has. */
export function headersOf({ headers, names }: AnswerHead, name: string): readonly string[] {
  if (!names.includes(name)) return [];
  return headers.flatMap(([, value], at) => (names[at] === name ? [value] : []));
}
