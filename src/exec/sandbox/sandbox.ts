/** How strongly code is held. Stronger first; a plan that asks for one is never run by a weaker one. */
export type IsolationClass = 'process' | 'isolate' | 'wasm';

/** What was measured of a back end on this machine, by a run of its own. */
export interface Isolation {
  /** `bubblewrap`, `runc`, `podman`, `docker`, `isolated-vm`, `quickjs`, `python-wasm`, `wasm` */
  readonly backend: string;
  readonly class: IsolationClass;
  /** What it holds back, as the self-test saw it: `network`, `seccomp`, `pids`, `memory` … */
  readonly holds: readonly string[];
  /** Of the program that makes the sandbox, so that another one is measured anew. */
  readonly digest: string;
}

/** A place where code runs that nobody trusts. */
export interface Sandbox {
  readonly isolation: Isolation;
  readonly run: (job: SandboxJob) => Promise<SandboxResult>;
}

/** Exactly what the code sees: these files, these variables, this input, and no network but the broker's socket. */
export interface SandboxJob {
  /** Absolute path, the same inside as outside: programs come from the read-only system or from a mount. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: Uint8Array;
  readonly mounts: readonly Mount[];
  /** A socket on the host that answers as an HTTP proxy; inside it is 127.0.0.1:3128. Without it there is no network at all. */
  readonly egress?: { readonly socket: string };
  readonly limits: SandboxLimits;
  /** Lets processes inside watch each other, and names be asked for: to see what a tool does. Not every back end can. */
  readonly trace?: true;
  readonly signal: AbortSignal;
}

export type Mount =
  | { readonly kind: 'path'; readonly host: string; readonly at: string; readonly access: 'read' | 'write' }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly at: string; readonly executable?: boolean };

export interface SandboxLimits {
  readonly wall_clock_ms: number;
  readonly cpu_seconds: number;
  readonly memory_mb: number;
  readonly processes: number;
  /** Standard output and error together. */
  readonly output_bytes: number;
  /** Of one file that it writes. */
  readonly file_bytes: number;
}

export type SandboxResult =
  | {
      readonly kind: 'ended';
      /** As a shell gives it: 128 and the signal for one that was killed. */
      readonly exitCode: number;
      readonly stdout: Uint8Array;
      readonly stderr: Uint8Array;
      /** Why it was ended, where it did not end by itself. */
      readonly stopped?: 'time' | 'cpu' | 'memory' | 'processes' | 'output' | 'aborted';
      readonly used: { readonly wall_clock_ms: number; readonly cpu_ms: number };
    }
  /** Nothing ran. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy?: string };
