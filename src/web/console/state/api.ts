import type { Failure } from '../../api.ts';
import { forget, token } from './session.ts';

/** An answer that is no success, as the server words it. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly remedy: string | undefined;

  constructor(status: number, { code, message, remedy }: Failure['error']) {
    super(message);
    this.status = status;
    this.code = code;
    this.remedy = remedy;
  }
}

export async function get<T>(path: string): Promise<T> {
  return answer<T>(await fetch(path, { headers: headers(), cache: 'no-store' }));
}

export async function post<T>(path: string, body: object): Promise<T> {
  const init = {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return answer<T>(await fetch(path, init));
}

export function headers(): Record<string, string> {
  return token.value === '' ? {} : { authorization: `Bearer ${token.value}` };
}

async function answer<T>(response: Response): Promise<T> {
  if (response.status === 401) forget();
  const body = (await response.json().catch(() => undefined)) as T | Failure | undefined;
  if (response.ok && body !== undefined) return body as T;
  const failed = (body as Failure | undefined)?.error;
  throw new ApiFailure(
    response.status,
    failed ?? { code: 'web/no-answer', message: `the server answered ${response.status}` },
  );
}
