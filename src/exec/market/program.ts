import type { Effect } from '../../ir/effect.ts';
import type { MeasuredIsolation } from '../../ir/isolation.ts';
import type { Json } from '../../ir/json.ts';
import type { Call, InputBinding, SandboxPolicy, SecretUse } from '../../ir/plan.ts';
import type { ProviderContext, ProviderResult } from '../provider.ts';
import type { FileGrants, StagedFiles } from '../providers/io/file-grants.ts';
import type { BoundProgram } from '../providers/program/bound-program.ts';
import type { CallSecrets } from '../secrets/broker.ts';
import type { ProgramSecrets } from '../secrets/program-secrets.ts';

/**
 * The code behind `shell.run` and `sandbox.*`: it runs what makes calls of its own. Whatever of it reaches the outside goes through
 * `children`, call by call; nothing it is given lets it go another way.
 */
export interface ProgramProvider {
  /** In `args` a secret is its handle. */
  readonly run: (args: Json, context: ProgramContext) => Promise<ProviderResult>;
}

export interface ProgramContext extends ProviderContext {
  readonly call: Call;
  /** What was approved for this call, with settings and inputs put in. */
  readonly ceiling: readonly Effect[];
  readonly sandbox: SandboxPolicy | undefined;
  /** The skill's files as they were approved, by path. */
  readonly bundle: ReadonlyMap<string, ProgramFile>;
  readonly grants: FileGrants;
  /** Programs of this machine that were approved; one of another content is another program. */
  readonly programs: readonly BoundProgram[];
  /** What was measured of its sandboxes when it was approved: a weaker one does not run it. */
  readonly isolation: readonly MeasuredIsolation[];
  readonly uses: readonly SecretUse[];
  /** Inputs that take the place of a literal of a call site, and what the caller gave. */
  readonly bindings: readonly InputBinding[];
  readonly given: { readonly [name: string]: Json };
  /** What the code holds in the place of values. A value itself never comes this way. */
  readonly handles: ProgramSecrets;
  /** HMAC with a secret, where the plan names `hmac:sha256` or the like as its slot. */
  readonly sign: CallSecrets['sign'];
  readonly children: ChildCalls;
  /** What these may move over the network in all; `cap` is for the program itself, which moves nothing. */
  readonly networkBytes: number;
  /** How many programs started each other before this one. */
  readonly depth: number;
}

export interface ProgramFile {
  readonly path: string;
  readonly digest: string;
  readonly executable: boolean;
  /** Undefined where the stored copy is gone or is not what was approved. */
  readonly bytes: () => Uint8Array | undefined;
}

/** Calls inside an admitted one: each is judged against the ceiling, reserved, recorded with its parent, run, scrubbed and settled. */
export interface ChildCalls {
  readonly run: (step: ChildStep) => Promise<ChildResult>;
  /** Records what the code asked for and what never became a call, because nobody could read it as one. */
  readonly refuse: (refused: { readonly code: string; readonly message: string }) => Promise<void>;
}

export interface ChildStep {
  /** Every word is known now; secrets are references. Its effects are those of the words. */
  readonly call: Call;
  /** Where its secrets go. Each must be among the effects too. */
  readonly uses: readonly SecretUse[];
  readonly stdin: Uint8Array;
  readonly signal: AbortSignal;
  /** Inputs that take the place of its literals. */
  readonly bindings?: readonly InputBinding[];
  /** Files as the program sees them; those of the disk where left out. */
  readonly files?: StagedFiles;
  /** What happens once it is admitted, where the program does it itself: a file that its own file system reads or writes. */
  readonly own?: () => Promise<ProviderResult>;
  /** What it may move over the network at most; all that is left where left out, so that it runs alone. */
  readonly networkBytes?: number;
}

export type ChildResult = ProviderResult | TurnedAway;

/** It did not happen: outside the ceiling, denied by policy, over budget, or a question for a person. */
export interface TurnedAway {
  readonly status: 'turned-away';
  readonly how: 'denied' | 'waiting' | 'over-budget';
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly approval?: string;
}
