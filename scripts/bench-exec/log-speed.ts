import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../src/store/open-ledger.ts';
import { verifyHome } from '../../src/store/verify.ts';

const clock = { wall: () => Date.now(), monotonic: () => performance.now(), boot: 'bench' };

export interface LogSpeed {
  readonly eventsPerSecond: number;
  readonly verifySeconds: number;
  readonly records: number;
}

/** Durable warnings of the size of a usual event, 64 in flight, then a verification of all of them. */
export async function measureLog(records: number): Promise<LogSpeed> {
  const folder = mkdtempSync(join(tmpdir(), 'skillc-bench-log-'));
  const home = join(folder, 'home');
  try {
    const ledger = await openLedger({ home, clock });
    const data = {
      note: 'n'.repeat(250),
      effects: [{ kind: 'network', method: 'GET', origin: 'https://api.example.com', path: '/v1/items' }],
    };
    let left = records;
    const start = performance.now();
    const writer = async () => {
      while (left-- > 0) await ledger.submit({ kind: 'warn', session: 'bench', actor: 'skillc', data });
    };
    await Promise.all(Array.from({ length: 64 }, writer));
    const seconds = (performance.now() - start) / 1000;
    await ledger.close();
    const begun = performance.now();
    const report = await verifyHome({ home, withState: true });
    if (!report.ok) throw new Error(`the log does not verify: ${JSON.stringify(report.problems[0])}`);
    return {
      eventsPerSecond: records / seconds,
      verifySeconds: (performance.now() - begun) / 1000,
      records: report.size,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
