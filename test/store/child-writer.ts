import { openLedger } from '../../src/store/open-ledger.ts';

/**
 * `node child-writer.ts HOME COUNT BYTES`: submits commands one after the other until COUNT are acknowledged or two are refused, and
 * prints what happened as JSON.
 */
const [home = '', count = '0', bytes = '0'] = process.argv.slice(2);
const clock = { wall: () => Date.now(), monotonic: () => performance.now(), boot: 'boot' };
const machine = new URL('./machine.ts', import.meta.url).href;
const acknowledged: number[] = [];
const refused: string[] = [];
try {
  const ledger = await openLedger({ home, clock, machine });
  const data = { by: process.pid, text: 'x'.repeat(Number(bytes)) };
  while (acknowledged.length < Number(count) && refused.length < 2) {
    try {
      const reply = await ledger.submit({ kind: 'warn', session: 's', actor: 'agent', data });
      if (reply.ok) acknowledged.push(Number(reply.value.seq));
    } catch (error) {
      refused.push(codeOf(error));
    }
  }
  await ledger.close().catch((error: unknown) => refused.push(codeOf(error)));
} catch (error) {
  refused.push(codeOf(error));
}
console.log(JSON.stringify({ acknowledged, refused }));

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown }).code ?? error);
}
