import type { Json } from '../../ir/json.ts';
import type { ApprovalSubject } from '../approvals/subject.ts';
import type { Amounts } from '../ledger/budget.ts';
import type { Answer } from '../policy/decide.ts';
import type { PlanNeeds } from '../providers/program/plan-needs.ts';
import type { CallSecrets } from '../secrets/broker.ts';
import type { RegisteredOperation } from './host.ts';

/** A call, as whoever wants it asks for it. */
export interface Ask {
  /** `weather.current_weather` */
  readonly capability: string;
  readonly input: unknown;
  readonly session: string;
  readonly actor: 'agent' | 'person';
  /** Ids of the events that led to it. */
  readonly parents?: readonly string[];
  /** Every gate but the last, and no further. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** What the gates have found out about a call so far. */
export interface Progress {
  readonly ask: Ask;
  readonly callId: string;
  /** Set where what is remembered must not be relied on. */
  readonly isFresh?: boolean;
  /** Whether the operation is one that was found for another call: the ledger sees whether it is still the one. */
  isRemembered?: boolean;
  operation?: RegisteredOperation;
  needs?: PlanNeeds;
  /** Checked, with defaults put in. */
  inputs?: ReadonlyMap<string, Json>;
  /** What of it the caller gave. */
  given?: { readonly [name: string]: Json };
  settings?: ReadonlyMap<string, string>;
  subject?: ApprovalSubject;
  approval?: { readonly id: string; readonly digest: string; readonly parameters: string };
  /** Where no approval is needed: the one that would be. */
  unlessDenied?: string;
  answer?: Answer;
  secrets?: CallSecrets;
  /** What it reserves, where that is not what was approved for the whole plan. */
  readonly reserve?: Amounts;
  cap?: Amounts;
  intent?: string;
}

/** A gate ran before those it stands in front of; if it did not, that is our own fault. */
export function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the gate for ${what} has not run`);
  return value;
}
