import type { Mount } from '../../sandbox/sandbox.ts';

/** The one way out of one run. */
export interface ProgramEgress {
  readonly socket: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
  readonly close: () => Promise<void>;
}
