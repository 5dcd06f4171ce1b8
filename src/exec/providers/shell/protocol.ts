import type { FileGrants } from '../io/file-grants.ts';

/** One program for the interpreter's thread: all that it sees. */
export interface ShellRequest {
  readonly text: string;
  /** `$0` and what follows it. */
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  readonly stdin: Uint8Array;
  readonly files: VisibleFiles;
  /** Names that lead somewhere although the interpreter has no such tool. */
  readonly programs: readonly string[];
  readonly limits: ShellLimits;
}

/** Beside these nothing exists. */
export interface VisibleFiles {
  readonly grants: FileGrants;
  /** The skill's own files, by path from the workspace on. */
  readonly bundle: readonly BundleEntry[];
  /** Files that the skill's text supplies, by path. */
  readonly given: readonly (readonly [path: string, content: Uint8Array])[];
}

export interface BundleEntry {
  readonly path: string;
  readonly size: number;
  /** A shell script: the only kind of file that the interpreter runs itself. */
  readonly isShell: boolean;
}

export interface ShellLimits {
  readonly wall_clock_ms: number;
  readonly commands: number;
  readonly loops: number;
  readonly depth: number;
  readonly output_bytes: number;
  /** Of all files that it has written. */
  readonly file_bytes: number;
}

/** What the thread cannot decide by itself. */
export type ShellQuestion =
  | { readonly kind: 'bundle-file'; readonly path: string }
  | ({ readonly kind: 'command' } & CommandQuestion)
  /** The same command once more, with the files that it needs. */
  | {
      readonly kind: 'command-files';
      readonly ticket: number;
      readonly files: readonly (readonly [path: string, content: Uint8Array | undefined])[];
      /** What the program has changed so far, where a process must see it. */
      readonly changes: readonly FileChange[];
    }
  | { readonly kind: 'outside'; readonly access: 'read' | 'write'; readonly path: string }
  | {
      readonly kind: 'sign';
      readonly key: string;
      readonly algorithm: string;
      readonly bytes: Uint8Array;
    };

export interface CommandQuestion {
  /** Expanded: nothing in them is for a shell any more. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** Variables that were exported, or stand in front of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Uint8Array;
}

export type ShellHint =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array | undefined }
  | {
      readonly kind: 'ran';
      readonly stdout: Uint8Array;
      readonly stderr: string;
      readonly exitCode: number;
      readonly writes: readonly { readonly path: string; readonly bytes: Uint8Array; readonly append: boolean }[];
      /** The changes so far are on the disk now. */
      readonly flushed: boolean;
    }
  | { readonly kind: 'needs'; readonly ticket: number; readonly files: readonly string[]; readonly flush: boolean }
  | { readonly kind: 'granted' }
  | { readonly kind: 'signed'; readonly signature: Uint8Array }
  /** The program ends here; why is known to whoever said so. */
  | { readonly kind: 'stop' };

export type FileChange =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Uint8Array; readonly append: boolean }
  | { readonly kind: 'remove'; readonly path: string; readonly directory: boolean };

export type ShellAnswer =
  /** It came to its own end. */
  | {
      readonly kind: 'ended';
      readonly stdout: Uint8Array;
      readonly stderr: Uint8Array;
      readonly exitCode: number;
      readonly changes: readonly FileChange[];
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy?: string };
