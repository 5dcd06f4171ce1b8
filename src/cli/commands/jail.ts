import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type JailPlan, planOfJail, runInJail, systemMounts } from '../../host/index.ts';
import { visible } from '../../index.ts';
import { createEngine, listenMcp } from '../../mcp/index.ts';
import { exitCode } from '../exit-code.ts';
import { homeOf } from '../home.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { packageVersion } from '../version.ts';
import { explainingFaults } from '../with-host.ts';

export interface JailOptions extends PrintOptions {
  readonly workspace?: string;
  readonly dryRun?: true;
}

export async function runJailCommand(
  command: readonly string[],
  options: JailOptions,
  terminal: Terminal,
): Promise<number> {
  const printer = printerFor(terminal, options);
  const { env: environment } = terminal;
  const workspace = resolve(options.workspace ?? '.');
  const asked = { command, workspace, environment };
  return explainingFaults(printer, async () => {
    const engine = createEngine({ home: homeOf(environment), environment, workspace, version: packageVersion() });
    try {
      const { host } = await engine.open();
      if (options.dryRun === true) {
        const plan = planOfJail(host, asked);
        if (plan.kind === 'flaw') return await printer.fail(plan);
        await printer.show(planJson(plan), () => exactText(plan));
        return exitCode.done;
      }
      const end = await runInJail(host, {
        ...asked,
        terminal: terminal.stdinIsTerminal,
        session: `jail-${randomBytes(8).toString('hex')}`,
        // Whoever is in the jail is the client too, and would answer its own questions.
        serve: (socket) => listenMcp(engine, socket, { elicitation: 'off' }),
        announce: (plan) => printer.note(planText(plan)),
      });
      return end.kind === 'ended' ? end.exitCode : await printer.fail(end);
    } finally {
      await engine.close();
    }
  });
}

/** Values that come from the person's environment may be keys: their names say enough. */
function shownVariables({ env, passed }: JailPlan): readonly (readonly [name: string, value: string])[] {
  return Object.entries(env)
    .map(([name, value]) => [name, passed.includes(name) ? '(from your environment)' : value] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function planJson(plan: JailPlan): object {
  return {
    program: plan.program,
    arguments: plan.args,
    workspace: plan.workspace,
    home: plan.home,
    hosts: plan.hosts,
    mounts: plan.mounts.map(({ host, at, access, why }) => ({ host, at, access, why })),
    system: systemMounts(),
    env: Object.fromEntries(shownVariables(plan)),
    tools: ['skillc mcp'],
  };
}

/** What a person reads before the agent starts. */
function planText(plan: JailPlan): string {
  const { mounts, passed } = plan;
  return [
    `skillc jail: ${visible([plan.program, ...plan.args].join(' '))}`,
    ...row('workspace', [`${plan.workspace} (read and write)`]),
    ...row('reaches', plan.hosts.length === 0 ? ['no host by itself'] : plan.hosts),
    ...row('tools', ['skillc mcp, for everything else']),
    ...row('sees', ['/usr and what programs need of /etc (read)', ...mounts.slice(1).map(mountText)]),
    ...row('variables', [passed.length === 0 ? 'none of yours but those of the terminal' : passed.join(' ')]),
  ].join('\n');
}

/** The same to the last file and variable. */
function exactText(plan: JailPlan): string {
  return [
    planText(plan),
    ...row('home', [`${plan.home} (empty, and gone at the end)`]),
    ...row('system', systemMounts()),
    ...row(
      'env',
      shownVariables(plan).map(([name, value]) => `${name}=${value}`),
    ),
  ].join('\n');
}

function row(name: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `  ${(index === 0 ? name : '').padEnd(10)} ${visible(line)}`);
}

function mountText({ at, access, why }: JailPlan['mounts'][number]): string {
  return `${at} (${access === 'write' ? 'read and write' : 'read'}, ${why})`;
}
