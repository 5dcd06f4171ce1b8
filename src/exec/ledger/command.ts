import type { Json } from '../../ir/json.ts';
import type { Span } from '../../ir/span.ts';
import type { Amounts, BudgetScope } from './budget.ts';

/** Everything that may be asked of the ledger. Plain data, so that it can cross to another thread. */
export type Command =
  | LoadSkill
  | UnloadSkill
  | RequestApproval
  | Grant
  | Refuse
  | Admit
  | Settle
  | Turned
  | Recover
  | SetBudget
  | KeepSecret
  | SetSetting
  | Warn;

interface By {
  readonly session: string;
  readonly actor: 'agent' | 'person' | 'configuration' | 'skillc';
  readonly parents?: readonly string[];
}

export interface Origin {
  readonly uri: string;
  readonly digest: string;
  readonly span?: Span;
}

/** Registers a skill's digest. Another digest under the same id takes its place: grants of the old one end. */
export interface LoadSkill extends By {
  readonly kind: 'load-skill';
  readonly skill: string;
  readonly digest: string;
  readonly uri: string;
  readonly format: string;
  readonly version: string;
  /** Operation names with what an approval of each is bound to. */
  readonly operations: readonly { readonly name: string; readonly plan: string; readonly approval: string }[];
  /** Digest of the list of its stored files. */
  readonly snapshot?: string;
  /** What changed since the digest before, for people. */
  readonly diff?: Json;
}

export interface UnloadSkill extends By {
  readonly kind: 'unload-skill';
  readonly skill: string;
}

/** Puts a question to a person, once: asking again for the same id is no second event. */
export interface RequestApproval extends By {
  readonly kind: 'request-approval';
  /** Derived from `digest`, so that load and execute name the same one. */
  readonly id: string;
  /** Of everything that the approval is bound to. */
  readonly digest: string;
  readonly skill?: string;
  readonly skillDigest?: string;
  readonly operation?: string;
  /** Exactly what is shown, and what `digest` is the digest of. */
  readonly subject: Json;
  /** Keyed digest of the parameters of the call that waits, if one does. */
  readonly parameters?: string;
  readonly call?: string;
}

/** How an answer reached the log, where it was not the command line. `plan`: it follows from the answer to a plan that holds the call. */
export type Via = 'console' | 'elicitation' | 'plan';

export interface Grant extends By {
  readonly kind: 'grant';
  readonly id: string;
  readonly scope: 'once' | 'session' | 'always';
  /** Which of the waiting calls is meant, where several wait. */
  readonly call?: string;
  /** Milliseconds; the scope's own where left out. */
  readonly life?: number;
  readonly via?: Via;
}

export interface Refuse extends By {
  readonly kind: 'deny-approval' | 'revoke-approval';
  readonly id: string;
  readonly reason?: string;
  readonly via?: Via;
}

/** Uses the approval, reserves the budget and records the intent, all or nothing. */
export interface Admit extends By {
  readonly kind: 'admit';
  readonly call: string;
  readonly capability: string;
  readonly delegatedTo?: string;
  readonly skill?: string;
  readonly skillDigest?: string;
  /** The event that loaded the skill, as the caller knows it: one that was loaded again since is another. */
  readonly loadedBy?: string;
  readonly derivedFrom?: Origin;
  /** Undefined where policy allows the call without asking. */
  readonly approval?: { readonly id: string; readonly digest: string; readonly parameters: string };
  /** Of a call that policy allows without asking: the approval it would need. Where a person denied that, the call is denied. */
  readonly unlessDenied?: string;
  /** What the call may cost at most; lowered to what remains in each scope. */
  readonly reserve: Amounts;
  readonly scopes: readonly BudgetScope[];
  readonly decision: Json;
  /** Keyed digest of the parameters; that of the approval where there is one. */
  readonly parameters?: string;
  /** Plan, effects … what is the same for every call of an operation. */
  readonly data: { readonly [name: string]: Json };
  /** Who runs it, to tell after a crash whether it still does. */
  readonly process: { readonly pid: number; readonly started: string };
}

/** Ends an intent: what it cost, and what came of it. */
export interface Settle extends By {
  readonly kind: 'settle';
  readonly call: string;
  readonly outcome: 'done' | 'failed' | 'unknown';
  readonly used: Amounts;
  readonly data: { readonly [name: string]: Json };
}

/** A call that never started: recorded with its reason. Many of one kind become a counter. */
export interface Turned extends By {
  readonly kind: 'turned-away';
  readonly call: string;
  readonly how: 'denied' | 'waiting' | 'over-budget';
  readonly capability: string;
  readonly skill?: string;
  readonly derivedFrom?: Origin;
  /** The approval that it waits for, or that says no. */
  readonly approval?: string;
  readonly decision: Json;
  /** How many calls this stands for: those that an answer `recorded: false` left to be counted. */
  readonly count?: number;
}

/** Ends every open intent whose process is gone as unknown. */
export interface Recover extends By {
  readonly kind: 'recover';
  /** Calls whose process was looked for and not found. */
  readonly gone: readonly string[];
}

export interface SetBudget extends By {
  readonly kind: 'set-budget';
  readonly scope: BudgetScope;
  readonly limits: Partial<Amounts>;
}

/** Metadata only: the value never comes here. */
export interface KeepSecret extends By {
  readonly kind: 'secret-stored' | 'secret-removed' | 'bind-secret';
  readonly name: string;
  readonly skill?: string;
  readonly origin?: string;
  readonly slot?: string;
}

export interface SetSetting extends By {
  readonly kind: 'set-setting';
  readonly name: string;
  readonly skill?: string;
  readonly value?: string;
}

export interface Warn extends By {
  readonly kind: 'warn';
  readonly capability?: string;
  readonly data: { readonly [name: string]: Json };
}
