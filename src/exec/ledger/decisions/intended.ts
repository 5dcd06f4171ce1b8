import type { StateView } from '../state.ts';

/** Whether an intent was ever recorded under the id. One that was only turned away may still be admitted. */
export function isIntended(view: StateView, call: string): boolean {
  if (view.get('open-calls', call) !== undefined) return true;
  const row = view.get('calls', call);
  if (row === undefined) return false;
  return row === null || typeof row !== 'object' || (row as { readonly intent?: unknown }).intent !== null;
}
