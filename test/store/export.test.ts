import { describe, expect, it } from 'vitest';
import { exportLog, withoutContent } from '../../src/store/export.ts';
import { spansOf } from '../../src/store/otlp.ts';
import { admit, newHome, open, settle, warn } from './fixture.ts';
import { verifyExport } from './independent-verifier.ts';

async function exampleHome(): Promise<string> {
  const home = newHome();
  const ledger = await open(home);
  await ledger.submit(warn({ name: 'Jane Example' }));
  await ledger.submit(admit('call_1'));
  await ledger.submit(settle('call_1', 'failed'));
  await ledger.close();
  return home;
}

describe('an export', () => {
  it('can be verified by someone who has nothing else', async () => {
    const lines = [...exportLog({ home: await exampleHome() })];
    expect(lines.length).toBe(5);
    expect(() => verifyExport(lines)).not.toThrow();
    expect(() => verifyExport(lines.map((line) => line.replace('Jane', 'John')))).toThrow('root');
  });

  it('can be verified without what was about a person', async () => {
    const home = await exampleHome();
    const lines = [
      ...exportLog({ home, redact: (event) => (event.data.name === undefined ? undefined : withoutContent(event)) }),
    ];
    expect(lines.join('')).not.toContain('Jane');
    expect(JSON.parse(lines[2] ?? '')).toEqual({
      type: 'redacted',
      seq: 1,
      leaf: expect.stringMatching(/^[0-9a-f]{64}$/),
      event: { kind: 'warning', id: 'evt_1', at: expect.any(Number), parents: [] },
    });
    expect(() => verifyExport(lines)).not.toThrow();
    const other = lines.map((line) => line.replace(/"leaf":"[0-9a-f]{2}/, '"leaf":"zz'));
    expect(() => verifyExport(other)).toThrow();
  });
});

describe('spans', () => {
  it('are the calls of the log, from intent to outcome', async () => {
    const home = await exampleHome();
    const ledger = await open(home);
    const spans = JSON.parse(JSON.stringify(spansOf('0', await ledger.events(0, 10)))).resourceSpans[0].scopeSpans[0]
      .spans;
    const [, , call] = spans;
    expect(spans.length).toBe(3);
    expect({ ...call, attributes: [] }).toEqual({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'network.http-fetch',
      kind: 1,
      startTimeUnixNano: expect.stringMatching(/^\d{13}000000$/),
      endTimeUnixNano: expect.stringMatching(/^\d{13}000000$/),
      attributes: [],
      status: { code: 2 },
    });
    expect(call.attributes).toContainEqual({ key: 'skillc.kind', value: { stringValue: 'call-failed' } });
  });
});
