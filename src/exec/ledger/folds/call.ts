import type { Json } from '../../../ir/json.ts';
import type { Amounts, BudgetScope } from '../budget.ts';
import type { LoggedEvent } from '../event.ts';
import { turnedRateKey } from '../key.ts';
import { counted } from '../rate.ts';
import { madeTo, type OpenCallRow, openCallRow, type RateRow, rateRow, unmade } from '../row.ts';
import type { StateWriter } from '../state.ts';
import type { Stamp } from '../time.ts';
import { type Bound, useGrant } from './approval.ts';
import { holdBudget, spendBudget } from './budget.ts';
import { presentRow, putRow, rowOf } from './row-of.ts';

interface Intent {
  readonly call: string;
  readonly skill: string | null;
  readonly scopes: readonly BudgetScope[];
  readonly reserved: Amounts;
  readonly process: OpenCallRow['process'];
  /** Both where it runs on an approval. */
  readonly approval?: string;
  readonly grant?: Bound;
}

export function callIntent(writer: StateWriter, { id, session, capability, data }: LoggedEvent): void {
  const { call, skill, scopes, reserved, process, approval, grant } = data as unknown as Intent;
  if (approval !== undefined && grant !== undefined) useGrant(writer, approval, grant, id);
  holdBudget(writer, scopes, reserved);
  const open = { capability: capability ?? '', intent: id, process, reserved, scopes, session, skill };
  putRow<OpenCallRow>(writer, 'open-calls', call, madeTo(openCallRow, open));
}

/** What a call cost, whether it is known or counted at the reservation, stands in the event. */
export function callEnded(writer: StateWriter, { id, kind, resources, data }: LoggedEvent): void {
  const { call } = data as { readonly call: string };
  const open = presentRow(writer, 'open-calls', call, openCallRow);
  spendBudget(writer, open.scopes, open.reserved, resources as unknown as Amounts);
  writer.delete('open-calls', call);
  unmade(open);
  writer.put('calls', call, { end: id, intent: open.intent, state: stateOf(kind) });
}

interface TurnedAway {
  /** Null where the event is the number of many. */
  readonly call: string | null;
  readonly skill: string | null;
  readonly clock: Omit<Stamp, 'at'>;
}

export function callTurnedAway(writer: StateWriter, { id, at, kind, capability, data }: LoggedEvent): void {
  const { call, skill, clock } = data as unknown as TurnedAway;
  const rate = turnedRateKey(stateOf(kind), capability ?? '', skill ?? undefined);
  putRow<RateRow>(writer, 'rates', rate, counted(rowOf(writer, 'rates', rate, rateRow), { at, ...clock }));
  if (call !== null) writer.put('calls', call, { state: stateOf(kind), intent: null, end: id } satisfies Json);
}

function stateOf(kind: LoggedEvent['kind']): string {
  return kind.slice('call-'.length);
}
