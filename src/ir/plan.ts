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
  readonly runtime?: string;
  readonly packages?: readonly string[];
  readonly network: { readonly egress: readonly string[] };
  readonly filesystem: { readonly read: readonly string[]; readonly write: readonly string[] };
  readonly resources: { readonly cpu_seconds: number; readonly memory_mb: number };
}
