import type { Failure } from './api.ts';

/** An answer that is no success. */
export function failure(status: number, code: string, message: string, remedy?: string): Response {
  const body: Failure = { error: { code, message, ...(remedy === undefined ? {} : { remedy }) } };
  return Response.json(body, { status });
}

/** The same for a client that speaks JSON-RPC. */
export function rpcFailure(status: number, code: number, message: string, data?: object): Response {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status });
}
