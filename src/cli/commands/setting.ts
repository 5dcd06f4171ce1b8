import { isSettingValue, listSettings } from '../../host/index.ts';
import { visible } from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { sessionOf } from '../home.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { failReply, withHost } from '../with-host.ts';

export async function runSettingSet(
  name: string,
  value: string,
  options: PrintOptions & { readonly skill?: string },
  terminal: Terminal,
  misuse: (message: string) => never,
): Promise<number> {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/.test(name))
    return misuse(`\`${visible(name)}\` cannot be the name of a setting`);
  if (!isSettingValue(value))
    return misuse(
      `\`${visible(value)}\` cannot stand in an address: write a part of a host, or https://HOST with a path at most`,
    );
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const skill = options.skill === undefined ? {} : { skill: options.skill };
    const by = { session: sessionOf(terminal.env), actor: 'person' } as const;
    const reply = await host.ledger.submit({ kind: 'set-setting', ...by, name, value, ...skill });
    if (!reply.ok) return failReply(printer, reply);
    await printer.show(
      { name, skill: options.skill ?? null, value },
      () => `set ${visible(name)} to ${visible(value)}`,
    );
    return exitCode.done;
  });
}

export async function runSettingRemove(
  name: string,
  options: PrintOptions & { readonly skill?: string },
  terminal: Terminal,
): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const skill = options.skill === undefined ? {} : { skill: options.skill };
    const by = { session: sessionOf(terminal.env), actor: 'person' } as const;
    const reply = await host.ledger.submit({ kind: 'set-setting', ...by, name, ...skill });
    if (!reply.ok) return failReply(printer, reply);
    await printer.show({ name, skill: options.skill ?? null, removed: true }, () => `removed ${visible(name)}`);
    return exitCode.done;
  });
}

export async function runSettingList(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const settings = await listSettings(host);
    const line = ({ name, skill, value }: (typeof settings)[number]) =>
      `${visible(name)} = ${visible(value)}${skill === null ? '' : `  for ${visible(skill)}`}`;
    await printer.show({ settings }, () => settings.map(line).join('\n') || 'nothing is set');
    return exitCode.done;
  });
}
