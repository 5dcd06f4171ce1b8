import { signal } from '@preact/signals';
import type { SessionGranted } from '../../api.ts';

const KEY = 'skillc-console-token';

/** Empty until somebody has signed in. */
export const token = signal(sessionStorage.getItem(KEY) ?? '');
export const signInProblem = signal('');

/** A one-time code stands behind `#code=` in the address that `skillc console` opens; it is used and taken out of the address at once. */
export async function begin(): Promise<void> {
  const [, code] = /^#code=([\w-]+)/.exec(location.hash) ?? [];
  if (code === undefined) return;
  history.replaceState(null, '', '#/inbox');
  window.dispatchEvent(new HashChangeEvent('hashchange'));
  await signIn(code);
}

export async function signIn(code: string): Promise<void> {
  signInProblem.value = '';
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!response.ok) {
    signInProblem.value = 'that code is used up, too old or wrong; `skillc console` gives another one';
    return;
  }
  const granted = (await response.json()) as SessionGranted;
  sessionStorage.setItem(KEY, granted.token);
  token.value = granted.token;
}

export async function signOut(): Promise<void> {
  await fetch('/api/session', { method: 'DELETE', headers: { authorization: `Bearer ${token.value}` } }).catch(
    () => undefined,
  );
  forget();
}

export function forget(): void {
  sessionStorage.removeItem(KEY);
  token.value = '';
}
