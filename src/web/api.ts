// What `skillc serve` and the console say to each other: plain JSON, snake_case on the wire. Types only, so that the browser's
// half loads nothing of the server. Every string that comes from a skill has been through `visible`: it is text, never markup.
//
// Every request but `POST /api/session` carries `Authorization: Bearer TOKEN`, where TOKEN is the reviewer's token or the one that
// `POST /api/session` gave for a one-time code. The console keeps it in `sessionStorage`: no cookie, so that another port of
// the same host never gets it and no foreign page can use it.
//
//   POST   /api/session                     SessionRequest   → SessionGranted
//   DELETE /api/session                                      → Done
//   POST   /api/codes                       (reviewer token) → CodeGranted
//   GET    /api/state                                        → ServerState
//   GET    /api/approvals                                    → ApprovalList
//   GET    /api/approvals/:id                                → ApprovalDetail
//   POST   /api/approvals/:id/approve       ApproveRequest   → ApprovalDetail
//   POST   /api/approvals/:id/deny          RefuseRequest    → ApprovalDetail
//   POST   /api/approvals/:id/revoke        RefuseRequest    → ApprovalDetail
//   GET    /api/skills                                       → SkillList
//   GET    /api/skills/:id                                   → SkillDetail
//   GET    /api/budgets                                      → BudgetList
//   GET    /api/sessions                                     → SessionList
//   GET    /api/events?before=SEQ&limit=N                    → EventPage (newest first; without `before` from the end)
//   GET    /api/events?from=SEQ&limit=N                      → EventPage (oldest first)
//   GET    /api/chain/:id                                    → ChainPath (call_…, apr_… or evt_…)
//   GET    /api/stream?from=SEQ                              → text/event-stream of StreamMessage, by `fetch`
//
// An answer that is no success is `Failure` with a status of 4xx or 5xx.

import type { Effect } from '../ir/effect.ts';
import type { Json } from '../ir/json.ts';

export type { Effect, Json };

export interface Failure {
  readonly error: {
    /** `approval/several-wait`, `web/unauthorised` … */
    readonly code: string;
    readonly message: string;
    readonly remedy?: string;
  };
}

export interface Done {
  readonly ok: true;
}

/** The code stands behind `#code=` in the address that `skillc console` opens; it works once, for a minute. */
export interface SessionRequest {
  readonly code: string;
}

export interface SessionGranted {
  readonly token: string;
  /** Milliseconds since 1970, as all times here. */
  readonly expires_at: number;
}

export interface CodeGranted {
  readonly code: string;
  readonly expires_at: number;
  /** Where a browser goes with it. */
  readonly url: string;
}

export interface ServerState {
  readonly version: string;
  readonly started_at: number;
  /** How many events the log has. */
  readonly log_size: number;
  readonly pending_approvals: number;
  readonly skills: number;
  readonly sessions: number;
}

// ---------------------------------------------------------------------------------------------------------------- approvals

/**
 * `pending`: nobody has answered, or a call waits beside what is granted; `approved`: a grant lives; `expired`: it was granted, and
 * that is over (used up, too old, or taken back).
 */
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired';

export type Scope = 'once' | 'session' | 'always';

export interface ApprovalSummary {
  readonly id: string;
  readonly state: ApprovalState;
  readonly skill: string;
  readonly operation: string;
  readonly reason: string;
  readonly tier: number;
  readonly origins: readonly string[];
  /** Names of the secrets it uses. */
  readonly secrets: readonly string[];
  /** Calls that wait for the answer. */
  readonly waiting: number;
  /** Of the newest question; null where nobody has asked yet. */
  readonly asked_at: number | null;
}

export interface ApprovalList {
  /** Those with waiting calls first, then the pending ones, then the answered ones. */
  readonly approvals: readonly ApprovalSummary[];
}

export interface ApprovalDetail extends ApprovalSummary {
  /** Of everything below that a yes is bound to. */
  readonly digest: string;
  readonly subject: Subject;
  readonly sandbox: SandboxSummary;
  readonly secret_uses: readonly SecretUse[];
  readonly waiting_calls: readonly WaitingCall[];
  readonly grants: readonly GrantSummary[];
  /** Which answers can be given now. `once` needs a call that waits. */
  readonly scopes: readonly Scope[];
  /** What else a reviewer should know: `already bound to …`. */
  readonly notes: readonly string[];
  /** The lines of the skill that it comes from. */
  readonly source: readonly SourceExcerpt[];
  /** What it can do beyond the version that was last approved, and no longer; null where none ever was. */
  readonly diff: CapabilityDiff | null;
}

/** Everything that an approval is bound to, as `skillc approvals --json` prints it. */
export interface Subject {
  readonly kind: string;
  readonly skill: string;
  readonly skill_digest: string;
  readonly source: string;
  readonly operation: string;
  readonly plan: string;
  readonly calls: readonly string[];
  readonly effects: readonly Effect[];
  readonly origins: readonly string[];
  readonly settings: { readonly [name: string]: string };
  readonly secrets: readonly { readonly name: string; readonly origin: string; readonly slot: string }[];
  readonly sandbox: Json;
  readonly code: readonly { readonly path: string; readonly digest: string }[];
  readonly tier: number;
  readonly classifications: readonly string[];
  readonly inputs: Json;
  readonly bindings: readonly { readonly name: string; readonly bind: string; readonly call: number }[];
  readonly estimate: { readonly network_bytes: number; readonly wall_clock_ms: number };
  readonly limits: Amounts;
  readonly capabilities: string;
  readonly reason: string;
  /** Of a call inside a program that goes beyond what was approved for it: its words as a keyed digest. */
  readonly call?: { readonly capability: string; readonly args: string };
  /** Of a plan of several operations: what each is called with; `{"$ref": "steps.1.result.id"}` stands for an earlier result. */
  readonly steps?: readonly PlanStep[];
  /** Programs of this machine that it runs, by path and content or version. */
  readonly programs?: readonly {
    readonly name: string;
    readonly path: string;
    readonly digest?: string;
    readonly version?: string;
  }[];
  readonly isolation?: readonly Isolation[];
}

export interface PlanStep {
  /** By which later steps name it, beside its number from 1. */
  readonly id?: string;
  readonly capability: string;
  /** Digest of what an approval of the operation alone would be bound to. */
  readonly approval: string;
  readonly input: Json;
}

export interface Isolation {
  readonly backend: string;
  readonly class: string;
  readonly holds: readonly string[];
}

export interface SandboxSummary {
  /** `none`: no code runs; else the class of isolation that code of this tier runs in. */
  readonly class: 'none' | 'interpreter' | 'process';
  /** What was measured on this machine: which back end, and what it was seen to hold. */
  readonly isolation: readonly Isolation[];
  /** What the tier means, for people. */
  readonly meaning: string;
  readonly egress: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly cpu_seconds: number | null;
  readonly memory_mb: number | null;
}

export interface SecretUse {
  readonly name: string;
  readonly origin: string;
  /** `header:authorization` */
  readonly slot: string;
  /** `https://api.example.com in the header authorization` */
  readonly place: string;
  /** Whether this skill may send it there already. */
  readonly bound: boolean;
  readonly stored: boolean;
}

export interface WaitingCall {
  readonly call_id: string | null;
  readonly session: string;
  /** Keyed digest of the parameters; null where the question is not about one call. */
  readonly parameters: string | null;
}

export interface GrantSummary {
  readonly scope: Scope;
  readonly session: string | null;
  readonly granted_at: number;
  readonly expires_at: number;
  readonly event: string;
}

/** Part of one file. Lines are whole and in order; a gap in the numbers is a gap in the file. */
export interface SourceExcerpt {
  readonly file: string;
  readonly lines: readonly SourceLine[];
}

export interface SourceLine {
  readonly number: number;
  /** The line cut where marks begin and end. Credentials that the source writes out are dots. */
  readonly parts: readonly { readonly text: string; readonly marked: boolean }[];
}

export interface CapabilityDiff {
  readonly since: { readonly approval_id: string; readonly granted_at: number; readonly skill_digest: string };
  readonly added: readonly Effect[];
  readonly removed: readonly Effect[];
  /** The added effects in words, the gravest first. */
  readonly changes: readonly {
    /** `new-host`, `new-secret-slot`, `wider-path` … */
    readonly kind: string;
    readonly severity: 'note' | 'minor' | 'major' | 'critical';
    readonly message: string;
  }[];
  /** Other members of the subject that are not the same: tier, code, sandbox, inputs, settings … */
  readonly changed: readonly { readonly member: string; readonly before: Json; readonly after: Json }[];
}

/** What the person has looked at is what is answered: another digest under the id is refused. */
export interface ApproveRequest {
  readonly digest: string;
  readonly scope: Scope;
  /** Which waiting call is meant, where several wait. */
  readonly call?: string;
}

export interface RefuseRequest {
  readonly digest: string;
  readonly reason?: string;
}

// ------------------------------------------------------------------------------------------------------------------- skills

export interface SkillSummary {
  readonly skill_id: string;
  readonly version: string;
  readonly description: string;
  readonly digest: string;
  readonly source: string;
  readonly format: string;
  readonly operations: number;
  /** How many of them wait for an approval. */
  readonly pending: number;
  /** It asked too often and waits for a person. */
  readonly paused: boolean;
}

export interface SkillList {
  readonly skills: readonly SkillSummary[];
}

export interface SkillDetail extends SkillSummary {
  readonly capabilities: readonly CapabilitySummary[];
  /** As `skillc manifest --json` prints it. */
  readonly manifest: Json;
}

export interface CapabilitySummary {
  readonly id: string;
  readonly description: string;
  /** Null for what can never run. */
  readonly maps_to: string | null;
  readonly status: 'ready' | 'pending' | 'approved' | 'needs-setting' | 'refused';
  readonly tier: number;
  readonly requires: readonly string[];
  readonly approval_id: string | null;
}

// ------------------------------------------------------------------------------------------------------------------ budgets

export interface Amounts {
  readonly calls: number;
  readonly network_bytes: number;
  readonly wall_clock_ms: number;
  readonly cpu_ms: number;
  readonly money: number;
}

export interface Budget {
  /** `session:default`, `skill:weather`, `capability:weather.today`, `day:2026-01-31` */
  readonly scope: string;
  /** Null where there is no limit. */
  readonly limits: { readonly [K in keyof Amounts]: number | null };
  readonly used: Amounts;
  readonly reserved: Amounts;
  readonly remaining: { readonly [K in keyof Amounts]: number | null };
}

export interface BudgetList {
  readonly budgets: readonly Budget[];
}

export interface SessionSummary {
  /** As in events and budgets. */
  readonly session: string;
  readonly client: string;
  readonly since: number;
  readonly last_seen: number;
  readonly running_calls: number;
}

/** Agents that are connected over HTTP now. */
export interface SessionList {
  readonly sessions: readonly SessionSummary[];
}

// -------------------------------------------------------------------------------------------------------------------- chain

export interface ChainEvent {
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly kind: string;
  readonly session: string;
  readonly actor: string;
  readonly parents: readonly string[];
  readonly capability?: string;
  readonly delegated_to?: string;
  readonly derived_from?: {
    readonly uri: string;
    readonly digest: string;
    readonly span?: { readonly source: string; readonly start: number; readonly end: number };
  };
  readonly resources?: { readonly [name: string]: number };
  readonly decision?: Json;
  readonly data: { readonly [name: string]: Json };
  readonly hash: string;
}

export interface EventPage {
  readonly events: readonly ChainEvent[];
  /** How many there are in all. */
  readonly size: number;
  /** What to ask for next in the same direction; null at the end. */
  readonly next: number | null;
}

/** The way from an effect back to the line of the skill: each edge leads from a cause to what it caused. */
export interface ChainPath {
  readonly id: string;
  readonly outcome: string;
  readonly capability: string | null;
  readonly decision: Json;
  readonly events: readonly ChainEvent[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  readonly approval: {
    readonly id: string;
    readonly status: string;
    readonly answered_by: string | null;
    readonly answered_at: number | null;
    readonly scope: string | null;
    readonly granted_by: string | null;
    readonly granted_at: number | null;
    readonly granted_event: string | null;
  } | null;
  readonly skill: {
    readonly id: string | null;
    readonly source: string;
    readonly digest: string;
    /** The line, with what is marked of it; null where the stored copy is gone. */
    readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
    readonly excerpt: SourceExcerpt | null;
  } | null;
}

/** `event` names the kind, `data` is its JSON. A `ping` comes every 15 seconds. `id` is the sequence number of the event. */
export type StreamMessage =
  | { readonly event: 'event'; readonly data: ChainEvent }
  /** Something of the inbox changed: ask for it again. */
  | { readonly event: 'approvals'; readonly data: { readonly pending: number } }
  | { readonly event: 'ping'; readonly data: { readonly at: number } };
