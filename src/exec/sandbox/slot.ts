import type { Backend, OpenedBackend } from './backend.ts';
import { type Measurements, measurementKey } from './measurements.ts';
import type { Isolation } from './sandbox.ts';

/** What is known of a back end once it was asked for. */
export type Ready =
  | { readonly kind: 'ready'; readonly opened: OpenedBackend; readonly isolation: Isolation }
  | { readonly kind: 'unusable'; readonly message: string; readonly remedy?: string };

/** A back end that is opened and measured when it is first needed, and again where it was replaced. */
export interface Slot {
  readonly backend: Backend;
  readonly ready: () => Promise<Ready>;
  readonly close: () => Promise<void>;
}

export function slot(backend: Backend, kept: Measurements): Slot {
  let current: Promise<Ready> | undefined;
  const ready = async (): Promise<Ready> => {
    current ??= openAndMeasure(backend, kept);
    const found = await current;
    if (found.kind === 'ready' && found.opened.isSame()) return found;
    // Another program than the one that was measured, or none so far: looked for again.
    current = undefined;
    if (found.kind === 'unusable') return found;
    found.opened.close();
    current = openAndMeasure(backend, kept);
    return current;
  };
  const close = async (): Promise<void> => {
    const found = await current;
    if (found?.kind === 'ready') found.opened.close();
  };
  return { backend, ready, close };
}

async function openAndMeasure(backend: Backend, kept: Measurements): Promise<Ready> {
  const opened = await backend.open();
  if (opened.kind === 'absent') return { ...opened, kind: 'unusable' };
  const key = measurementKey([backend.name, opened.digest, opened.setting]);
  const isolation = (holds: readonly string[]): Isolation => {
    return { backend: backend.name, class: backend.class, holds, digest: opened.digest };
  };
  const before = kept.find(backend.name, key);
  if (before !== undefined) return { kind: 'ready', opened, isolation: isolation(before) };
  const measured = await opened.measure();
  if (measured.kind === 'failed') {
    opened.close();
    return { ...measured, kind: 'unusable' };
  }
  kept.keep(backend.name, key, measured.holds);
  return { kind: 'ready', opened, isolation: isolation(measured.holds) };
}
