import type { Effect } from './effect.ts';
import type { Expr } from './expr.ts';
import type { Schema } from './json.ts';
import type { Span } from './span.ts';

export const coreCapabilities = [
  'network.http-fetch',
  'json.parse',
  'json.query',
  'io.println',
  'io.read-file',
  'io.write-file',
  'text.transform',
  'shell.run',
  'sandbox.python',
  'sandbox.node',
  'sandbox.tool',
  'sandbox.install',
] as const;

export type CoreCapability = (typeof coreCapabilities)[number];

/** 0 pure; 1 http and granted files; 2 sandboxed interpreter or known program; 3 unknown tool. */
export type Tier = 0 | 1 | 2 | 3;

export interface Call {
  readonly kind: 'call';
  readonly capability: CoreCapability;
  readonly args: Expr;
  readonly effects: readonly Effect[];
  readonly tier: Tier;
  /** `shell.run` only: every command the program may start, mapped as far as the text allows. */
  readonly sites?: readonly CallSite[];
  readonly span: Span;
}

/** One command inside a program, mapped as far as the text allows. */
export interface CallSite {
  readonly kind: 'site';
  readonly call: Call;
  readonly understanding: Understanding;
  readonly span: Span;
}

/** mapped: a core capability; sandboxed: a known program or bundled script; unknown: `sandbox.tool` without a table entry. */
export type Understanding = 'mapped' | 'sandboxed' | 'unknown';

export interface SecretUse {
  readonly name: string;
  readonly origin: string;
  readonly slot: string;
}

export interface SettingUse {
  readonly name: string;
  /** What the text shows in its place, if anything. */
  readonly example?: string;
}

/** An input that replaces a literal of the plan when the caller gives it: `body:/limit`, `query:q`. */
export interface InputBinding {
  readonly name: string;
  readonly bind: string;
  /** Index of the call it changes; for a program, of the call site. */
  readonly call: number;
}

export interface Estimate {
  readonly network_bytes: number;
  readonly wall_clock_ms: number;
}

/** Nothing but calls of known capabilities. */
export interface Plan {
  readonly kind: 'plan';
  readonly operation: string;
  readonly composition: 'single' | 'pipe' | 'seq';
  readonly calls: readonly Call[];
  readonly inputs: Schema;
  readonly bindings: readonly InputBinding[];
  readonly effects: readonly Effect[];
  readonly secrets: readonly SecretUse[];
  readonly settings: readonly SettingUse[];
  readonly tier: Tier;
  readonly requiresApproval: boolean;
  readonly approvalReason?: string;
  readonly estimate: Estimate;
  readonly sandbox?: SandboxPolicy;
  /** Bundle files whose content runs, by digest. */
  readonly code: readonly { readonly path: string; readonly digest: string }[];
  readonly classifications: readonly string[];
  /** 0 to 1; every reduction has a diagnostic. */
  readonly confidence: number;
  readonly span: Span;
}

export interface SandboxPolicy {
  /** `python:3.11`, `node:20`: what the skill, a shebang or the script's own metadata asks for. */
  readonly runtime?: string;
  /** What the skill itself declares. */
  readonly packages?: readonly string[];
  readonly network: { readonly egress: readonly string[] };
  readonly filesystem: { readonly read: readonly string[]; readonly write: readonly string[] };
  readonly resources: { readonly cpu_seconds: number; readonly memory_mb: number };
  /** What the code was found to touch, each with the first place that does: effects of the calls, seen from their source. */
  readonly derived?: readonly DerivedEntry[];
  /** What must be installed before the code can run, as a step of its own. */
  readonly dependencies?: readonly Dependency[];
  /** What the text of the code does not tell. It is shown, and grants nothing. */
  readonly undecided?: readonly UndecidedEntry[];
}

/** A span with its line, so that it can be named where the source is not at hand. */
export interface CodePlace extends Span {
  readonly line: number;
}

export interface DerivedEntry {
  readonly effect: Effect;
  readonly span: CodePlace;
}

export interface Dependency {
  /** `pypi`, `npm`, `brew` … */
  readonly ecosystem: string;
  readonly name: string;
  /** As written behind the name: `>=2.31`, `^1.6.0`; empty where nothing is said. */
  readonly version: string;
  /** Needed to run these programs, and only where the machine has none of its own. */
  readonly programs?: readonly string[];
  readonly span: CodePlace;
}

export interface UndecidedEntry {
  readonly what: (typeof undecidedKinds)[number];
  readonly message: string;
  readonly span: CodePlace;
}

export const undecidedKinds = [
  'source',
  'code',
  'module',
  'host',
  'socket',
  'file',
  'program',
  'variable',
  'secret',
] as const;
