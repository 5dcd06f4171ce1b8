import { type Host, openHost, type Reply, StoreFault } from '../host/index.ts';
import { compile, visible } from '../index.ts';
import { exitCode } from './exit-code.ts';
import { homeOf } from './home.ts';
import type { Printer, Refusal } from './printer.ts';
import type { Terminal } from './terminal.ts';

/** Opens the home for one command and closes it whatever happens: what stays open would keep the process. */
export async function withHost(
  terminal: Terminal,
  printer: Printer,
  work: (host: Host) => Promise<number>,
): Promise<number> {
  return explainingFaults(printer, async () => {
    const host = await openHost({
      home: homeOf(terminal.env),
      environment: terminal.env,
      workspace: process.cwd(),
      compile: (bundle, tools) => compile(bundle, { tools }),
    });
    for (const { message } of host.tools.diagnostics) printer.note(`skillc: ${visible(message)}`);
    let code: number | undefined;
    try {
      code = await work(host);
    } finally {
      // What a command said stands: a fault while closing is told beside it, and not as a second answer.
      await host.close().catch((error) => {
        if (code === undefined || !(error instanceof StoreFault)) throw error;
        printer.explain(error);
        if (code === exitCode.done) code = exitCode.failed;
      });
    }
    return code;
  });
}

/** A home that cannot serve is the user's to mend: they get the reason and the way out, not a stack. */
export async function explainingFaults(printer: Printer, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreFault) return printer.fail(error, codeOf(error));
    throw error;
  }
}

/** Refusals that mean `not you` or `not this`, and not that something is wrong. */
const denials = new Set(['actor/not-allowed', 'approval/denied', 'skill/paused', 'policy/denied']);

export function codeOf({ code }: Refusal): number {
  return denials.has(code) ? exitCode.denied : exitCode.failed;
}

export function failReply(printer: Printer, reply: Extract<Reply, { ok: false }>): Promise<number> {
  return printer.fail(reply, codeOf(reply));
}
