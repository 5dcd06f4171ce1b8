import {
  bytesOutput,
  type Command,
  type ExecResult,
  latin1FromBytes,
  type ResolvedCommandContext,
  unsafeBytesFromLatin1,
} from 'just-bash';
import type { Control } from '../control.ts';
import type { ExitTraps } from '../exit-traps.ts';
import type { GovernedFs } from '../files/governed-fs.ts';

/** What a tool of ours is given beside its words. */
export interface ToolHost {
  readonly fs: GovernedFs;
  readonly control: Control;
  /** Starts a command as another process would be: functions and variables that are not exported stay behind. */
  readonly start: (words: readonly string[], context: Context, more?: Start) => Promise<ExecResult>;
  readonly script: (script: Script, context: Context) => Promise<ExecResult>;
  /** What the program has asked to run at its end. */
  readonly traps: ExitTraps;
}

export interface Start {
  readonly env?: Readonly<Record<string, string>>;
  /** Nothing of the environment is passed on but `env`. */
  readonly bare?: boolean;
  /** One character a byte; that of the tool itself where left out. */
  readonly stdin?: string;
  readonly signal?: AbortSignal;
}

export interface Script {
  readonly text: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly start?: Start;
}

export type Context = ResolvedCommandContext;
export type ShellTool = (words: readonly string[], context: Context, host: ToolHost) => Promise<ExecResult>;

export function printed(text: string): ExecResult {
  return printedBytes(Buffer.from(text).toString('latin1'));
}

/** One character a byte. */
export function printedBytes(latin1: string, exitCode = 0, stderr = ''): ExecResult {
  return { ...bytesOutput(unsafeBytesFromLatin1(latin1)), stderr, exitCode };
}

export function failed(message: string, exitCode = 1): ExecResult {
  return { stdout: '', stderr: `${message}\n`, exitCode };
}

export function stdinOf(context: Context): string {
  return latin1FromBytes(context.stdin);
}

export function asCommand(name: string, tool: ShellTool, host: ToolHost): Command {
  return { name, execute: (args, context) => tool(args, context, host) };
}
