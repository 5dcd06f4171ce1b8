import type { BashOptions, ExecResult } from 'just-bash';
import type { ShellAnswer, ShellLimits } from './protocol.ts';

export function executionLimits(limits: ShellLimits): NonNullable<BashOptions['executionLimits']> {
  return {
    maxExecutionTimeMs: limits.wall_clock_ms,
    maxCommandCount: limits.commands,
    maxLoopIterations: limits.loops,
    maxAwkIterations: limits.loops,
    maxSedIterations: limits.loops,
    maxCallDepth: limits.depth,
    maxExecDepth: limits.depth,
    maxOutputSize: limits.output_bytes,
    maxStringLength: limits.output_bytes,
    maxHeredocSize: limits.output_bytes,
    maxLiveBytes: limits.output_bytes * 8,
  };
}

/** The interpreter's own words for a limit that was reached. */
const reached =
  /(?:increase executionLimits\.(\w+)|exceeded its execution deadline|maximum [^\n]*exceeded|limit exceeded \()/;

/** A program that was cut off has not ended: what it printed and wrote so far is nothing. */
export function brokenLimit({ exitCode, stderr }: ExecResult): ShellAnswer | undefined {
  if (exitCode !== 126 && exitCode !== 124) return undefined;
  const found = reached.exec(stderr);
  if (found === null) return undefined;
  const message = stderr.slice(stderr.lastIndexOf('\n', found.index) + 1).split('\n')[0] ?? '';
  const plain = message.replace(/^bash: /, '').replace(/,? ?increase executionLimits\.\w+/, '');
  return { kind: 'refused', code: 'limit/program', message: `the program was stopped: ${plain}` };
}
