import type { RecordedRequest } from './recorder.ts';

/** One command without a shell. */
export interface RealJob {
  /** `curl`, `http` or `https` first. */
  readonly words: readonly string[];
  /** Undefined: nothing is piped in. */
  readonly stdin?: string;
  readonly files: readonly { readonly path: string; readonly content: string }[];
}

export interface RealResult {
  readonly code: number;
  readonly stderr: string;
  readonly requests: readonly RecordedRequest[];
}
