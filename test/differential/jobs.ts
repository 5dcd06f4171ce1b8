import type { RecordedRequest } from './recorder.ts';

/** One curl command without a shell. */
export interface CurlJob {
  /** `curl` first. */
  readonly words: readonly string[];
  readonly stdin: string;
  readonly files: readonly { readonly path: string; readonly content: string }[];
}

export interface CurlResult {
  readonly code: number;
  readonly stderr: string;
  readonly requests: readonly RecordedRequest[];
}
