import type { SandboxPolicy } from '../../../ir/plan.ts';
import type { Cap } from '../../provider.ts';
import type { SandboxLimits } from '../../sandbox/sandbox.ts';

const MEGABYTE = 1024 * 1024;

/** What the plan asks for, and never more than what was reserved. */
export function limitsOf(policy: SandboxPolicy | undefined, cap: Cap): SandboxLimits {
  const { cpu_seconds, memory_mb } = policy?.resources ?? { cpu_seconds: 60, memory_mb: 512 };
  return {
    wall_clock_ms: Math.max(1, Math.floor(cap.wall_clock_ms)),
    cpu_seconds: Math.max(1, Math.min(Math.ceil(cpu_seconds), Math.ceil(cap.cpu_ms / 1000))),
    memory_mb: Math.max(64, Math.ceil(memory_mb)),
    processes: 64,
    output_bytes: 16 * MEGABYTE,
    file_bytes: 256 * MEGABYTE,
  };
}
