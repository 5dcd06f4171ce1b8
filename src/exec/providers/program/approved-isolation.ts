import type { ProgramContext } from '../../market/program.ts';
import type { Isolation } from '../../sandbox/sandbox.ts';
import { type CommandRefusal, commandRefusal } from './command.ts';

/** Why the sandbox that would be used is not as strong as what was approved. */
export function weakerSandbox(
  { backend, class: strength, holds }: Isolation,
  { isolation }: ProgramContext,
): CommandRefusal | undefined {
  const isEnough = isolation.some((one) => one.class === strength && one.holds.every((name) => holds.includes(name)));
  if (isolation.length === 0 || isEnough) return undefined;
  return commandRefusal(
    'sandbox/weaker',
    `${backend} holds less than the sandbox that was approved`,
    'approve the call again',
  );
}
