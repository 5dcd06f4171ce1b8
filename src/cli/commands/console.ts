import { spawn } from 'node:child_process';
import { exitCode } from '../exit-code.ts';
import { homeOf } from '../home.ts';
import { type Printer, type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { runServe } from './serve.ts';

export interface ConsoleOptions extends PrintOptions {
  readonly port?: string;
  readonly host?: string;
  readonly open: boolean;
}

/** Opens the console of the server that runs for this home; where none does, this one serves until it is stopped. */
export async function runConsole(
  options: ConsoleOptions,
  terminal: Terminal,
  misuse: (message: string) => never,
): Promise<number> {
  const running = await addressOfRunning(homeOf(terminal.env));
  if (running !== undefined) {
    await show(running, options, printerFor(terminal, options));
    return exitCode.done;
  }
  return runServe(options, terminal, misuse, async (server, printer) => show(server.consoleUrl(), options, printer));
}

/** Undefined where none runs for this home. The code goes by way of the home, which only its owner can write. */
async function addressOfRunning(home: string): Promise<string | undefined> {
  const { newConsoleCode, runningServer } = await import('../../host/index.ts');
  const server = runningServer(home);
  return server === undefined ? undefined : `${server.url}/#code=${newConsoleCode(home, Date.now()).code}`;
}

async function show(url: string, { open }: ConsoleOptions, printer: Printer): Promise<void> {
  await printer.show({ url }, () => `the console, once and for a minute: ${url}`);
  if (open && !(await isOpened(url))) printer.note('no browser could be started: open the address yourself');
}

/** The address is an argument, never part of a shell's text. */
function isOpened(url: string): Promise<boolean> {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['explorer', url]
        : ['xdg-open', url];
  return new Promise((resolve) => {
    const child = spawn(program ?? '', args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
