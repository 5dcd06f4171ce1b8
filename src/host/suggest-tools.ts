import type { ChainEvent } from '../exec/ledger/event.ts';
import type { Effect } from '../ir/effect.ts';
import type { Json } from '../ir/json.ts';
import { dispatchFor } from '../map/dispatch.ts';
import { learnedCommand } from './learn-tool.ts';
import type { Host } from './open-host.ts';

/** A program that nobody has described, and how often it was asked for. */
export interface SuggestedTool {
  readonly program: string;
  readonly asked: number;
  /** Operations that name it. */
  readonly operations: readonly string[];
  /** Where it is on this machine; null where it is not. */
  readonly path: string | null;
}

const page = 1_000;

/** From the log: each call counts once for every unknown program that it may run. The most wanted first. */
export async function suggestTools(host: Host): Promise<readonly SuggestedTool[]> {
  const dispatch = dispatchFor(host.tools.table);
  const isUnknown = (program: string) =>
    /^[\w.+-]+$/.test(program) && dispatch.tools.get(program) === undefined && !dispatch.primitives.has(program);
  const counts = new Map<string, { asked: number; operations: Set<string> }>();
  const intents = new Set<string>();
  for (let from = 0; ; from += page) {
    const events = await host.ledger.events(from, page);
    for (const event of events) {
      if (event.kind === 'call-intent') intents.add(event.id);
      // What a program calls was counted with the program.
      const isInside = event.parents.some((id) => intents.has(id));
      if (isInside || !asking.has(event.kind)) continue;
      for (const program of new Set((await programsOf(event, host)).filter(isUnknown))) {
        const row = counts.get(program) ?? { asked: 0, operations: new Set<string>() };
        row.asked += typeof event.data.count === 'number' ? event.data.count : 1;
        if (event.capability !== undefined && event.capability !== learnedCommand) row.operations.add(event.capability);
        counts.set(program, row);
      }
    }
    if (events.length < page) break;
  }
  const rows: SuggestedTool[] = [];
  for (const [program, { asked, operations }] of counts) {
    const found = await host.programs.machine.program(program);
    const path = found.kind === 'found' ? found.program.path : null;
    rows.push({ program, asked, operations: [...operations].sort(), path });
  }
  return rows.sort((a, b) => b.asked - a.asked || (a.program < b.program ? -1 : 1));
}

const asking: ReadonlySet<string> = new Set(['call-intent', 'call-waiting', 'call-denied', 'call-over-budget']);

/** As the event says it; else as the operation that it names is now. */
async function programsOf(event: ChainEvent, host: Host): Promise<readonly string[]> {
  const { details } = event.data as { readonly details?: { readonly effects?: Json } };
  if (Array.isArray(details?.effects)) return programsIn(details.effects as unknown as readonly Effect[]);
  const found = event.capability === undefined ? undefined : await host.operations.find(event.capability);
  return found?.kind === 'operation' ? programsIn(found.operation.plan.effects) : [];
}

function programsIn(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => (effect.kind === 'process' ? [effect.program] : []));
}
