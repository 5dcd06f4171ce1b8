import type { Refusal } from './job-flaw.ts';
import type { IsolationClass, SandboxJob, SandboxResult } from './sandbox.ts';

/** What a back end takes as a job's program: any program of the system, or source text of one language. */
export type Runs = 'programs' | 'javascript' | 'python' | 'wasm';

/** A way to hold code. Opening finds what it needs and starts nothing that is not ours. */
export interface Backend {
  readonly name: string;
  readonly class: IsolationClass;
  readonly runs: Runs;
  readonly open: () => Promise<OpenedBackend | Absent>;
}

export interface OpenedBackend {
  readonly kind: 'opened';
  /** Of the program that makes the sandbox. */
  readonly digest: string;
  /** Everything that changes what it holds, as text: another text is measured anew. */
  readonly setting: string;
  readonly run: (job: SandboxJob) => Promise<SandboxResult>;
  /** Runs it once and says what it holds. */
  readonly measure: () => Promise<Measured>;
  /** The program on the disk is still the one that was measured. */
  readonly isSame: () => boolean;
  readonly close: () => void;
}

export type Measured =
  | { readonly kind: 'held'; readonly holds: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string; readonly remedy?: string };

export interface Absent {
  readonly kind: 'absent';
  readonly message: string;
  readonly remedy: string;
}

export function refused(code: string, message: string, remedy?: string): Refusal {
  return { kind: 'refused', code, message, ...(remedy === undefined ? {} : { remedy }) };
}
