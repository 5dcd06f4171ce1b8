import { apply } from '../exec/ledger/apply.ts';
import { decideParsed } from '../exec/ledger/decide.ts';
import type { LoggedEvent } from '../exec/ledger/event.ts';
import type { Decide } from '../exec/ledger/ledger.ts';
import type { StateWriter } from '../exec/ledger/state.ts';

/** What one event changes. `nextSeq` and `lastAt` of the writer are already those after the event. */
export type Apply = (writer: StateWriter, event: LoggedEvent) => void;

/** The rules that a store runs. */
export interface Machine {
  readonly decide: Decide;
  readonly apply: Apply;
}

/** Functions do not cross threads: where other rules than the ledger's are wanted, a thread is told where to find them. */
export async function loadMachine(url: string | undefined): Promise<Machine> {
  // Commands come to the thread as JSON text.
  return url === undefined ? { decide: decideParsed, apply } : ((await import(url)) as Machine);
}
