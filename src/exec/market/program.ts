import type { Effect } from '../../ir/effect.ts';
import type { Json } from '../../ir/json.ts';
import type { Call, SandboxPolicy, SecretUse } from '../../ir/plan.ts';
import type { ProviderContext, ProviderResult } from '../provider.ts';
import type { FileGrants } from '../providers/io/file-grants.ts';
import type { Handed } from '../secrets/broker.ts';

/**
 * The code behind `shell.run` and `sandbox.*`: it runs what makes calls of its own. Whatever of it reaches the outside goes through
 * `children`, call by call; nothing it is given lets it go another way.
 */
export interface ProgramProvider {
  readonly run: (args: Json, context: ProgramContext) => Promise<ProviderResult>;
}

export interface ProgramContext extends ProviderContext {
  readonly call: Call;
  /** What was approved for this call, with settings and inputs put in. */
  readonly ceiling: readonly Effect[];
  readonly sandbox: SandboxPolicy | undefined;
  /** The skill's files as they were approved. */
  readonly bundle: ReadonlyMap<string, ProgramFile>;
  readonly grants: FileGrants;
  readonly uses: readonly SecretUse[];
  /** What the code holds in the place of a value. */
  readonly handle: (use: SecretUse) => Handed;
  readonly children: ChildCalls;
}

export interface ProgramFile {
  readonly path: string;
  readonly digest: string;
  readonly executable: boolean;
  readonly bytes: () => Uint8Array;
}

/** Calls inside an admitted one: each is judged against the ceiling, reserved, recorded with its parent, run, scrubbed and settled. */
export interface ChildCalls {
  readonly run: (step: ChildStep) => Promise<ChildResult>;
}

export interface ChildStep {
  /** Literal arguments: every word is known now. Its effects are those of the words. */
  readonly call: Call;
  readonly uses: readonly SecretUse[];
  readonly stdin: Uint8Array;
  readonly signal: AbortSignal;
}

export type ChildResult =
  | ProviderResult
  /** It did not happen: outside the ceiling, denied by policy, over budget, or a question for a person. */
  | {
      readonly status: 'turned-away';
      readonly how: 'denied' | 'waiting' | 'over-budget';
      readonly code: string;
      readonly message: string;
      readonly remedy?: string;
      readonly approval?: string;
    };
