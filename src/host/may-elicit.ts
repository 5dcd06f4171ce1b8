import { bindingsOf } from '../exec/market/bindings.ts';
import { isBound } from '../exec/secrets/binding.ts';
import type { PendingApproval } from './approvals.ts';
import type { Host } from './open-host.ts';

/**
 * Whether an answer that comes through an agent's own client may count: for one call only, and only where a client that answers by
 * itself could not send a secret to a new place or start a tool that nobody knows. What is not told here is left to a person at
 * the terminal or in the console.
 */
export async function mayElicit(host: Host, { subject, status }: PendingApproval): Promise<boolean> {
  if (host.config.mcp?.elicitation === 'off' || status === 'denied' || subject.tier >= 3) return false;
  // The words of a call inside a program are known by their digest only: a form could not show what a yes is for.
  if (subject.kind === 'call') return false;
  // An agent that could raise its own budget would have none.
  if (subject.kind === 'budget') return false;
  const bindings = await bindingsOf(host.ledger, subject.secrets);
  // Secrets of a plan are bound for the skills of its steps. Which step uses which is not told here: each must be bound for all.
  const skills = subject.steps?.map(({ capability }) => capability.slice(0, capability.indexOf('.')));
  return subject.secrets.every((use) =>
    (skills ?? [subject.skill]).every((skill) => isBound(bindings, { ...use, skill })),
  );
}
