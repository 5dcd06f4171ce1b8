import type { ChildResult } from '../market/program.ts';
import type { ProviderResult } from '../provider.ts';
import { remedyOf } from '../remedies.ts';
import { refusalText } from './refusal.ts';

/** What goes back to the code inside. One character a byte in headers. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Of one connection, of a coding that is undone, or of a way around this one. */
const dropped = new Set(
  'connection keep-alive proxy-connection proxy-authenticate te trailer transfer-encoding upgrade content-encoding alt-svc'.split(
    ' ',
  ),
);

export function answerOf(result: ChildResult, method: string): Answer {
  switch (result.status) {
    case 'done':
      return answered(result.stdout, method) ?? said(502, 'egress/answer', 'the answer cannot be read');
    case 'turned-away':
      return said(result.how === 'over-budget' ? 429 : 403, result.code, result.message, result.remedy);
    case 'failed':
      return failed(result);
  }
}

/** An answer of our own. */
export function said(status: number, code: string, message: string, remedy = remedyOf(code)): Answer {
  const body = Buffer.from(refusalText({ code, message, ...(remedy === undefined ? {} : { remedy }) }));
  const headers = [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(body.length)],
  ] as const;
  return { status, reason: reasons.get(status) ?? 'Refused', headers, body };
}

const reasons: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [403, 'Forbidden by skillc'],
  [413, 'Content Too Large'],
  [429, 'Too Many Requests'],
  [502, 'Bad Gateway'],
  [504, 'Gateway Timeout'],
]);

/** Codes of those who judge a request, as against what went wrong on its way. */
const judged =
  /^(?:secret|plan|input|policy|http|request|approval)\/|^network\/(?:outside|refused-address|host-header|invalid|origin)/;

function failed({ code = 'call/failed', message = 'the call failed', remedy }: ProviderResult): Answer {
  const late = code === 'network/timeout' || code === 'network/connect-timeout' || code === 'limit/time';
  const overBudget = code.startsWith('limit/') && !late;
  return said(judged.test(code) ? 403 : overBudget ? 429 : late ? 504 : 502, code, message, remedy);
}

/** `HTTP/1.1 200 OK`, headers and body, as the call gives them: scrubbed already, with handles where values were. */
function answered(stdout: Uint8Array, method: string): Answer | undefined {
  const bytes = Buffer.from(stdout.buffer, stdout.byteOffset, stdout.byteLength);
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.toString('latin1', 0, Math.max(0, end)).split('\r\n');
  const status = /^HTTP\/1\.[01] ([2-5][0-9]{2})(?: (.*))?$/.exec(first);
  if (end < 0 || status === null) return undefined;
  const body = bytes.subarray(end + 4);
  const code = Number(status[1]);
  const hasBody = method !== 'HEAD' && code !== 204 && code !== 304;
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    const value = line.slice(colon + 1).trim();
    return isKept(name.toLowerCase(), value, hasBody) ? [[name, value] as const] : [];
  });
  const length = hasBody ? [['Content-Length', String(body.length)] as const] : [];
  return {
    status: code,
    reason: plainReason(status[2]),
    headers: [...headers, ...length],
    body: hasBody ? body : new Uint8Array(),
  };
}

function plainReason(reason = ''): string {
  return /^[\x20-\x7e]*$/.test(reason) ? reason : '';
}

/** A length is written anew where there is a body, and told only as a number where there is none. */
function isKept(name: string, value: string, hasBody: boolean): boolean {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value) || dropped.has(name))
    return false;
  return name !== 'content-length' || (!hasBody && /^[0-9]+$/.test(value));
}
