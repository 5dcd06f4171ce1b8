import type { Command } from '../../src/exec/ledger/command.ts';
import { approvals, digests, sessions, skills } from './cast.ts';
import type { World } from './world.ts';

/** A person at the command line, or what a person configured. */
export async function personActs(world: World): Promise<void> {
  await world.send(0, command(world));
}

const deeds = [
  'grant',
  'grant',
  'grant',
  'grant',
  'grant',
  'grant',
  'deny',
  'revoke',
  'load',
  'unload',
  'limit',
] as const;

function command({ random, ledger }: World): Command {
  const actor = random.pick(['person', 'person', 'configuration'] as const);
  const by = { session: 'host', actor } as const;
  const asked = approvals.filter((one) => ledger.state.get('approvals', one.id) !== undefined);
  const { id } = random.pick(asked.length > 0 ? asked : approvals);
  const skill = random.pick(skills);
  const kind = random.pick(deeds);
  switch (kind) {
    case 'grant': {
      const scope = random.pick(['once', 'session', 'always'] as const);
      const call = random.chance(0.5) ? waitingCall(ledger.state.get('approvals', id)) : undefined;
      const life = random.chance(0.3) ? { life: random.pick([1, 5_000, 3_600_000]) } : {};
      return { ...by, kind: 'grant', id, scope, ...life, ...(call === undefined ? {} : { call }) };
    }
    case 'deny':
      return { ...by, kind: 'deny-approval', id };
    case 'revoke':
      return { ...by, kind: 'revoke-approval', id };
    case 'load': {
      const about = { uri: 'file:skill', format: 'markdown', version: '1', operations: [] };
      return { ...by, kind: 'load-skill', skill, digest: random.pick(digests), ...about };
    }
    case 'unload':
      return { ...by, kind: 'unload-skill', skill };
    case 'limit': {
      const scope = random.pick([`session:${random.pick(sessions)}`, `skill:${skill}`, 'day:2023-11-14'] as const);
      return {
        ...by,
        kind: 'set-budget',
        scope,
        limits: { calls: random.below(12), network_bytes: random.below(3000) },
      };
    }
  }
}

/** The newest call that waits, as the list of approvals shows it. */
function waitingCall(row: unknown): string | undefined {
  const waiting = (row as { readonly waiting?: readonly { readonly call: string | null }[] } | undefined)?.waiting;
  return waiting?.at(-1)?.call ?? undefined;
}
