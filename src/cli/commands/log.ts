import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChainEvent,
  eventsFrom,
  type Host,
  logLines,
  logSize,
  logSpans,
  newSigningKey,
  rebuildFromLog,
  startNewLog,
  type VerifyReport,
  verifyLog,
} from '../../host/index.ts';
import { jsonText, visible } from '../../index.ts';
import { eventText } from '../event-text.ts';
import { exitCode } from '../exit-code.ts';
import { homeOf } from '../home.ts';
import { type Printer, type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { whileWaiting } from '../while-waiting.ts';
import { explainingFaults, withHost } from '../with-host.ts';

type Misuse = (message: string) => never;

export interface LogOptions extends PrintOptions {
  readonly follow?: true;
  readonly limit?: string;
}

const pollMs = 300;

export async function runLog(options: LogOptions, terminal: Terminal, misuse: Misuse): Promise<number> {
  const { limit = '50', follow, json } = options;
  if (!/^[1-9]\d{0,8}$/.test(limit)) return misuse(`\`${visible(limit)}\` is no whole number from 1`);
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const size = await logSize(host.ledger);
    const events = await eventsFrom(host.ledger, Math.max(0, size - Number(limit)));
    if (follow === true) {
      const line = json === true ? (event: ChainEvent) => JSON.stringify(event) : textLine(printer);
      await followLog(host, events, (event) => terminal.out(`${line(event)}\n`), terminal);
    } else await printer.show({ events }, () => events.map(textLine(printer)).join('\n'));
    return exitCode.done;
  });
}

function textLine(printer: Printer): (event: ChainEvent) => string {
  return (event) => eventText(event, printer);
}

/** One line an event, each written before the next is looked for, until the person breaks off. */
async function followLog(
  host: Host,
  newest: readonly ChainEvent[],
  write: (event: ChainEvent) => Promise<void>,
  terminal: Terminal,
): Promise<void> {
  const stopping = new AbortController();
  const release = terminal.onInterrupt(() => stopping.abort());
  let next = (newest.at(-1)?.seq ?? -1) + 1;
  try {
    for (const event of newest) await write(event);
    while (!stopping.signal.aborted) {
      for (const event of await eventsFrom(host.ledger, next)) {
        await write(event);
        next = event.seq + 1;
      }
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  } finally {
    release();
  }
}

export async function runLogVerify(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return explainingFaults(printer, async () => {
    const report = await whileWaiting(terminal, 'verifying', () => verifyLog(homeOf(terminal.env)));
    const { unreadableAnchors, ...rest } = report;
    await printer.show({ ...rest, unreadable_anchors: unreadableAnchors }, () => reportText(report, printer));
    return report.ok ? exitCode.done : exitCode.failed;
  });
}

function reportText({ ok, log, size, root, anchored, problems }: VerifyReport, { paint }: Printer): string {
  const whole = `${size} records of log ${log}, ${anchored} anchored, root ${root}`;
  return [
    ok ? `${paint.green('whole')}: ${whole}` : `${paint.red('not whole')}: ${whole}`,
    ...problems.map(({ code, message }) => `  ${paint.red(code)}  ${visible(message)}`),
  ].join('\n');
}

export async function runLogRebuild(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return explainingFaults(printer, async () => {
    await rebuildFromLog(homeOf(terminal.env));
    await printer.show({ rebuilt: true }, () => 'the state was made again from the log');
    return exitCode.done;
  });
}

export interface ExportOptions extends PrintOptions {
  readonly format: 'jsonl' | 'otlp';
}

export async function runLogExport(options: ExportOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  if (options.format === 'otlp')
    return withHost(terminal, printer, async (host) => {
      await terminal.out(`${jsonText(await logSpans(host.ledger))}\n`);
      return exitCode.done;
    });
  return explainingFaults(printer, async () => {
    const lines = logLines(homeOf(terminal.env));
    if (printer.json) {
      const [head, ...records] = [...lines].map((line) => JSON.parse(line) as unknown);
      await terminal.out(`${jsonText({ log: head, records })}\n`);
    } else for (const line of lines) await terminal.out(line);
    return exitCode.done;
  });
}

export async function runLogReset(
  options: PrintOptions & { readonly acknowledge?: true },
  terminal: Terminal,
  misuse: Misuse,
): Promise<number> {
  if (options.acknowledge !== true)
    return misuse('a new log ends every grant, budget, binding and loaded skill: say --acknowledge');
  const printer = printerFor(terminal, options);
  return explainingFaults(printer, async () => {
    const started = startNewLog(homeOf(terminal.env));
    await printer.show(started, () => `started log ${started.log}; the old one is in ${visible(started.aside)}`);
    return exitCode.done;
  });
}

export async function runLogRotateKey(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return explainingFaults(printer, async () => {
    const verifier = newSigningKey(homeOf(terminal.env));
    await printer.show({ verifier }, () => `checkpoints are signed with a new key from now on: ${verifier}`);
    return exitCode.done;
  });
}
