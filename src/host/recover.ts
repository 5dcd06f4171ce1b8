import type { Ledger } from '../exec/ledger/ledger.ts';
import { openCallRow } from '../exec/ledger/row.ts';
import { processStarted } from './process-started.ts';

/** Calls whose process is gone ended as nobody knows how. They are said to be unknown, and never done again by themselves. */
export async function recoverOpenCalls(ledger: Ledger): Promise<void> {
  const gone: string[] = [];
  for (const [call, row] of await ledger.list('open-calls')) {
    if (openCallRow(row, 0) !== undefined) continue;
    const { process: owner } = row as { readonly process: { readonly pid: number; readonly started: string } };
    if (processStarted(owner.pid) !== owner.started) gone.push(call);
  }
  if (gone.length > 0) await ledger.submit({ kind: 'recover', session: 'recovery', actor: 'skillc', gone });
}
