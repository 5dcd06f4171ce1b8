import type { ChainEvent } from '../exec/ledger/event.ts';
import type { Decide } from '../exec/ledger/ledger.ts';
import type { StateWriter } from '../exec/ledger/state.ts';

/** What one event changes. `nextSeq` and `lastAt` of the writer are already those after the event. */
export type Apply = (writer: StateWriter, event: ChainEvent) => void;

/** The rules that a store runs. */
export interface Machine {
  readonly decide: Decide;
  readonly apply: Apply;
}

/** Functions do not cross threads, so that a thread is told where to find them. */
export async function loadMachine(url: string | undefined): Promise<Machine> {
  if (url !== undefined) return (await import(url)) as Machine;
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const { decide } = (await import(new URL(`../exec/ledger/decide.${extension}`, import.meta.url).href)) as Machine;
  const { apply } = (await import(new URL(`../exec/ledger/apply.${extension}`, import.meta.url).href)) as Machine;
  return { decide, apply };
}
