import { randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

/**
 * One writer: `node writer.ts HOME COLLECTED`. It ends what gone processes left open, then makes calls until it is killed. What it says is
 * in the collecting file before it goes on: `admitted`, `effect` and `settled`, each with the call. The effect is the line itself.
 */
enableCompileCache();
const { openLedger } = await import('../../src/store/open-ledger.ts');
const [home = '', collected = ''] = process.argv.slice(2);
const collecting = openSync(collected, 'a');
const started = randomBytes(8).toString('hex');
const clock = { wall: () => Date.now(), monotonic: () => performance.now(), boot: 'boot' };
const used = { calls: 1, network_bytes: 10, wall_clock_ms: 1, cpu_ms: 0, money: 0 };

const ledger = await openLedger({ home, clock });
const open = await ledger.list('open-calls');
const gone = open.filter(([, row]) => !isAlive(pidOf(row))).map(([call]) => call);
if (gone.length > 0) await ledger.submit({ kind: 'recover', session: 'skillc', actor: 'skillc', gone });
console.log('ready');
let count = 0;
await Promise.all(Array.from({ length: 4 }, work));

async function work(): Promise<never> {
  for (;;) {
    const call = `call_${started}_${count++}`;
    // A session has a budget of calls.
    const by = { session: `session-${started}-${Math.floor(count / 500)}`, actor: 'agent' } as const;
    const reply = await ledger.submit({
      kind: 'admit',
      ...by,
      call,
      capability: 'network.http-fetch',
      reserve: used,
      scopes: [],
      decision: null,
      data: {},
      process: { pid: process.pid, started },
    });
    if (!reply.ok) throw new Error(`${reply.code}: ${reply.message}`);
    say('admitted', call);
    say('effect', call);
    const outcome = count % 5 === 0 ? 'failed' : 'done';
    const settled = await ledger.submit({ kind: 'settle', ...by, call, outcome, used, data: {} });
    if (!settled.ok) throw new Error(`${settled.code}: ${settled.message}`);
    say('settled', call);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
  }
}

function say(what: string, which: string): void {
  writeSync(collecting, `${what} ${which}\n`);
}

function pidOf(row: unknown): number {
  return (row as { readonly process: { readonly pid: number } }).process.pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
