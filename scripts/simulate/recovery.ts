import type { World } from './world.ts';

/** What the next start does: looks for the processes of open calls and ends those whose process is gone. */
export async function recoverGone(world: World, isAlive: (pid: number) => boolean): Promise<void> {
  const gone: string[] = [];
  for (const [call, row] of await world.ledger.list('open-calls')) {
    const { process } = row as unknown as { readonly process: { readonly pid: number } };
    if (!isAlive(process.pid)) gone.push(call);
  }
  await world.send(0, { kind: 'recover', session: 'host', actor: 'skillc', gone });
}
