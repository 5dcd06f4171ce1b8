import type { PendingApproval } from './approvals.ts';

/** The call whose question this is: an earlier one, where that asked for the very same. */
export function waitingCall(
  { waiting }: PendingApproval,
  session: string,
  parameters: string | undefined,
): string | undefined {
  const meant = waiting.find((one) => one.session === session && one.parameters === parameters);
  return meant?.call ?? undefined;
}
