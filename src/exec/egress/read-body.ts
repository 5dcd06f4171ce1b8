import type { IncomingMessage } from 'node:http';
import { type Refusal, refusal } from './refusal.ts';

/** The whole body, or why it is not taken. Nothing goes on before its last byte has been looked at. `gone`: it was cut off. */
export async function readBody(
  request: IncomingMessage,
  most: number,
): Promise<{ readonly kind: 'body'; readonly bytes: Uint8Array } | { readonly kind: 'gone' } | Refusal> {
  const tooLong = () => refusal(413, 'body-size', `the body is longer than ${most} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > most) return tooLong();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > most) return tooLong();
      chunks.push(chunk);
    }
  } catch {
    return { kind: 'gone' };
  }
  if (request.rawTrailers.length > 0) return refusal(400, 'framing', 'headers behind the body are not sent');
  return { kind: 'body', bytes: Buffer.concat(chunks) };
}
