import type { Json, Schema } from '../../ir/json.ts';
import type { Plan } from '../../ir/plan.ts';
import type { Amounts } from '../ledger/budget.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Policy, UnreadablePolicy } from '../policy/policy.ts';
import type { Clock, Provider } from '../provider.ts';
import type { HttpProvider } from '../providers/http/provider.ts';
import type { FileGrants } from '../providers/io/file-grants.ts';
import type { PlanNeeds } from '../providers/program/plan-needs.ts';
import type { Broker } from '../secrets/broker.ts';
import type { SecretValue } from '../secrets/value.ts';
import type { ProgramFile, ProgramProvider } from './program.ts';

/** Everything that execution takes from outside. Whatever of it is missing, slow or wrong: no effect. */
export interface ExecHost {
  readonly ledger: Ledger;
  readonly policy: Policy | UnreadablePolicy;
  readonly broker: Broker;
  readonly keepSecret: (name: string, value: SecretValue) => Promise<boolean>;
  readonly operations: OperationSource;
  readonly http: HttpProvider;
  /** The other core capabilities, for one call's files. */
  readonly providers: (grants: FileGrants) => ReadonlyMap<string, Provider<Json>>;
  /** Capabilities that run programs, as far as this machine can. */
  readonly programs: ReadonlyMap<string, ProgramProvider>;
  /** What of this machine a plan of a skill would run, and what of it is missing. */
  readonly needs: (plan: Plan, skill: string) => PlanNeeds | Promise<PlanNeeds>;
  /** Keeps bytes by content and gives their digest. */
  readonly keepBytes: (bytes: Uint8Array) => Promise<string>;
  readonly readFile: (grants: FileGrants, path: string) => Uint8Array | undefined;
  readonly files: Omit<FileGrants, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  /** Keys the digests of parameters, so that a log does not tell short ones. */
  readonly commit: (value: Json) => string;
  /** Of the core capabilities' declarations. */
  readonly capabilities: string;
  /** What a call may cost where nothing else is said. */
  readonly limits: Amounts;
  readonly process: { readonly pid: number; readonly started: string };
}

/** The operations of loaded skills, from their snapshots. */
export interface OperationSource {
  /** With `mayRemember`, perhaps what was found before: then the ledger must be asked whether it is still the one (`loadedBy`). */
  readonly find: (id: string, mayRemember?: boolean) => FoundOperation | Promise<FoundOperation>;
}

export type FoundOperation =
  | { readonly kind: 'operation'; readonly operation: RegisteredOperation; readonly isRemembered?: boolean }
  | { readonly kind: 'missing'; readonly message: string; readonly remedy?: string }
  /** Its snapshot is not what was loaded, or cannot be read. */
  | { readonly kind: 'broken'; readonly code: string; readonly message: string; readonly remedy?: string };

export interface RegisteredOperation {
  /** `weather.current_weather` */
  readonly id: string;
  /** False for what skillc does itself, such as the fetch of `skill.load`: then `skill` is no loaded one. */
  readonly loaded: boolean;
  /** The event that loaded it. */
  readonly loadedBy?: string;
  readonly skill: string;
  readonly skillDigest: string;
  readonly source: string;
  readonly plan: Plan;
  /** The skill's files as they were loaded, by path. */
  readonly bundle: ReadonlyMap<string, ProgramFile>;
  readonly output?: Schema;
  /** JSON pointers of credentials in the answer, as the skill declares them. */
  readonly stores: ReadonlyMap<string, string>;
}
