import { type KnownCapability, listCapabilities, listSkills } from '../../host/index.ts';
import { visible, wrapText } from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { sessionOf } from '../home.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { failReply, withHost } from '../with-host.ts';

export async function runSkills(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const skills = await listSkills(host);
    const line = (one: (typeof skills)[number]) =>
      `${printer.paint.bold(visible(one.skill_id))} ${visible(one.version)}  ${one.operations.length} operations  ${visible(one.source)}${one.paused ? printer.paint.yellow('  paused') : ''}`;
    await printer.show({ skills }, () => skills.map(line).join('\n') || 'no skill is loaded: `skillc load PATH`');
    return exitCode.done;
  });
}

export async function runUnload(skill: string, options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const by = { session: sessionOf(terminal.env), actor: 'person' } as const;
    const reply = await host.ledger.submit({ kind: 'unload-skill', ...by, skill });
    if (!reply.ok) return failReply(printer, reply);
    const { ended, event } = reply.value;
    await printer.show({ skill_id: skill, ended_approvals: ended, event }, () => `unloaded ${visible(skill)}`);
    return exitCode.done;
  });
}

export async function runCapabilities(
  query: string | undefined,
  options: PrintOptions,
  terminal: Terminal,
): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const capabilities = await listCapabilities(host, query);
    await printer.show(
      { capabilities },
      () => capabilities.map((one) => capabilityText(one, printer.width)).join('\n') || 'none matches',
    );
    return exitCode.done;
  });
}

/** In one row where a program reads it; on a terminal the name first, and the rest below. */
function capabilityText({ id, status, requires = [], description }: KnownCapability, width: number): string {
  const needs = requires.length === 0 ? '' : `  needs ${requires.map(visible).join(', ')}`;
  const rest = `${status ?? 'core'}${needs}  ${visible(description)}`.trimEnd();
  const row = `${visible(id)}  ${rest}`;
  return row.length <= width ? row : `${visible(id)}\n  ${wrapText(rest, width - 2).join('\n  ')}`;
}
