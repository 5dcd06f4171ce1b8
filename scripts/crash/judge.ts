import type { ChainEvent } from '../../src/exec/ledger/event.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { verifyHome } from '../../src/store/verify.ts';
import type { Collected } from './collector.ts';

const clock = { wall: () => Date.now(), monotonic: () => performance.now(), boot: 'boot' };

/** Starts the ledger once more after all writers are dead, and compares the log with what was seen outside. */
export async function judge(home: string, seen: Collected): Promise<readonly string[]> {
  const events = await recoveredEvents(home, 5);
  const report = await verifyHome({ home, withState: true });
  return [...report.problems.map(({ code, message }) => `${code}: ${message}`), ...compare(events, seen)];
}

/** On a busy machine the log may not answer in time, to a judge as to a writer: that is no finding, and asked again. */
async function recoveredEvents(home: string, tries: number): Promise<readonly ChainEvent[]> {
  try {
    return await recoverOnce(home);
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown };
    if (tries > 1 && typeof code === 'string' && /^log\/(?:hangs|busy|slow)$/.test(code))
      return recoveredEvents(home, tries - 1);
    throw error;
  }
}

async function recoverOnce(home: string): Promise<readonly ChainEvent[]> {
  const ledger = await openLedger({ home, clock });
  try {
    const gone = (await ledger.list('open-calls')).map(([call]) => call);
    await ledger.submit({ kind: 'recover', session: 'skillc', actor: 'skillc', gone });
    const events: ChainEvent[] = [];
    for (;;) {
      const some = await ledger.events(events.length, 5000);
      if (some.length === 0) return events;
      events.push(...some);
    }
  } finally {
    await ledger.close();
  }
}

function compare(events: readonly ChainEvent[], seen: Collected): readonly string[] {
  const problems: string[] = [];
  const intents = new Set<string>();
  const ends = new Map<string, string[]>();
  for (const { kind, data } of events) {
    const call = String(data.call);
    if (kind === 'call-intent') intents.add(call);
    else if (kind.startsWith('call-')) ends.set(call, [...(ends.get(call) ?? []), kind]);
  }
  for (const call of seen.admitted) if (!intents.has(call)) problems.push(`lost: ${call} was admitted`);
  for (const call of seen.settled) {
    const end = ends.get(call)?.[0];
    if (end !== 'call-done' && end !== 'call-failed') problems.push(`lost: ${call} was settled, the log says ${end}`);
  }
  for (const [call, times] of seen.effects) {
    if (!intents.has(call)) problems.push(`unlogged: ${call} had an effect`);
    if (times > 1) problems.push(`repeated: ${call} had its effect ${times} times`);
  }
  for (const call of intents) {
    const kinds = ends.get(call) ?? [];
    if (kinds.length !== 1) problems.push(`${call} ended ${kinds.length} times: ${kinds.join(', ')}`);
    if (kinds[0] === 'call-done' && !seen.effects.has(call)) problems.push(`${call} is done, but had no effect`);
  }
  return problems;
}
