import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { findSystemProgram } from '../sandbox/process/find-program.ts';
import { openBytes } from '../sandbox/process/given-bytes.ts';
import { inheritedDescriptors } from '../sandbox/process/inherited-descriptors.ts';
import { isGone, startOf } from '../sandbox/process/process-state.ts';
import { findRelay } from '../sandbox/relay/find-relay.ts';
import { seccompFilter } from '../sandbox/seccomp/filter.ts';
import { type JailView, jailArguments, jailDescriptors } from './jail-arguments.ts';
import type { JailFlaw } from './visible-files.ts';

export type JailEnd = { readonly kind: 'ended'; readonly exitCode: number } | JailFlaw;

/** How long an agent may take to end when it is told to. */
const graceMs = 5_000;

/** The signals that tell skillc to end are handed on; what a terminal sends reaches the agent by itself. */
export async function runJail(view: JailView): Promise<JailEnd> {
  const bwrap = findSystemProgram('bwrap');
  const env = findSystemProgram('env');
  const filter = seccompFilter(process.arch);
  const relay = findRelay(findSystemProgram);
  if (bwrap === undefined || env === undefined || filter === undefined || relay === undefined)
    return {
      kind: 'flaw',
      code: 'jail/setup',
      message: 'bubblewrap or socat is missing',
      remedy: 'apt-get install bubblewrap socat',
    };
  const keep = terminalKeeper(view.terminal);
  const signals = view.terminal && canHoldSignals(env);
  const inside = [
    ...relay.command,
    env,
    ...(signals ? ['--default-signal=INT,QUIT'] : []),
    '-u',
    'OLDPWD',
    '-u',
    'SHLVL',
    '-u',
    '_',
  ];
  const command = [
    bwrap,
    '--args',
    String(jailDescriptors.args),
    '--',
    ...inside,
    view.plan.program,
    ...view.plan.args,
  ];
  // What Ctrl-C means is for the agent to say: it must not end bwrap, and with it everything.
  const [program = bwrap, ...args] = signals ? [env, '--ignore-signal=INT,QUIT', ...command] : command;
  const opened = [filter, ...view.files.map(({ text }) => Buffer.from(text))].map(openBytes);
  const child = spawn(program, args, { stdio: stdioOf(opened), env: {}, cwd: '/' });
  for (const descriptor of opened) closeSync(descriptor);
  const options = child.stdio[jailDescriptors.args] as Writable;
  options.on('error', () => undefined);
  options.end(
    jailArguments(view)
      .map((option) => `${option}\0`)
      .join(''),
  );
  const end = await ended(child);
  keep.restore();
  return end;
}

function stdioOf(opened: readonly number[]): StdioOptions {
  const stdio: ('inherit' | 'pipe' | 'ignore' | number)[] = [
    'inherit',
    'inherit',
    'inherit',
    'pipe',
    'pipe',
    ...opened,
  ];
  const left = inheritedDescriptors().filter((descriptor) => descriptor >= stdio.length);
  const nothing = left.length === 0 ? undefined : openSync('/dev/null', 'r');
  for (const descriptor of left) {
    while (stdio.length < descriptor) stdio.push('ignore');
    stdio[descriptor] = nothing ?? 'ignore';
  }
  return stdio;
}

async function ended(child: ChildProcess): Promise<JailEnd> {
  let told = '';
  const status = child.stdio[jailDescriptors.status] as Readable;
  status.setEncoding('utf8').on('error', () => undefined);
  status.on('data', (chunk: string) => {
    told += chunk;
  });
  const first = () => {
    const pid = Number(/"child-pid": (\d+)/.exec(told)?.[1] ?? 0);
    return pid === 0 ? undefined : { pid, start: startOf(pid) };
  };
  const stop = stopper(child, first);
  const names = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const;
  for (const name of names) process.on(name, stop);
  let inner: ReturnType<typeof first>;
  status.on('data', () => {
    inner ??= first();
  });
  const exit = await new Promise<{ readonly code: number | null; readonly error?: Error }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }));
    child.once('close', (code) => resolve({ code }));
  });
  for (const name of names) process.off(name, stop);
  if (inner !== undefined) await allGone(inner);
  const code = /"exit-code": (\d+)/.exec(told)?.[1];
  if (code !== undefined) return { kind: 'ended', exitCode: Number(code) };
  if (inner !== undefined) return { kind: 'ended', exitCode: 137 };
  return {
    kind: 'flaw',
    code: 'jail/setup',
    message: `the jail could not be made: ${exit.error?.message ?? 'bwrap refused'}`,
  };
}

/** Told once, the agent may end by itself; told twice, or too slow, all of it ends. */
function stopper(
  child: ChildProcess,
  first: () => { readonly pid: number } | undefined,
): (signal: NodeJS.Signals) => void {
  let asked = false;
  const kill = (): void => {
    const inner = first();
    if (inner !== undefined && child.exitCode === null) send(inner.pid, 'SIGKILL');
    child.kill('SIGKILL');
  };
  return (signal) => {
    // The agent has these from its terminal already.
    if ((signal === 'SIGINT' || signal === 'SIGQUIT') && process.stdin.isTTY) return;
    const agent = agentOf(first()?.pid);
    if (asked || agent === undefined) return kill();
    asked = true;
    send(agent, signal);
    setTimeout(kill, graceMs).unref();
  };
}

/** The first child of the first process: bwrap reaps for it. */
function agentOf(first: number | undefined): number | undefined {
  if (first === undefined) return undefined;
  try {
    const [child] = readFileSync(`/proc/${first}/task/${first}/children`, 'latin1').trim().split(' ');
    return child === undefined || child === '' ? undefined : Number(child);
  } catch {
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

/** With its first process the kernel ends every other one. */
async function allGone({ pid, start }: { readonly pid: number; readonly start: string | undefined }): Promise<void> {
  for (let waited = 0; !isGone(pid, start); waited += 10) {
    if (waited === 2_000) send(pid, 'SIGKILL');
    if (waited > 10_000) throw new Error('processes of a jail are left');
    await pause(10);
  }
}

/** An agent that ends badly may leave the terminal without an echo. */
function terminalKeeper(terminal: boolean): { readonly restore: () => void } {
  const stty = terminal ? findSystemProgram('stty') : undefined;
  const run = (...args: string[]): string => {
    try {
      return execFileSync(stty ?? '', args, { stdio: ['inherit', 'pipe', 'ignore'] })
        .toString()
        .trim();
    } catch {
      return '';
    }
  };
  const before = stty === undefined ? '' : run('-g');
  return { restore: () => void (before === '' ? undefined : run(before)) };
}

/** GNU env since 8.31. Without it Ctrl-C ends the whole jail, which is safe and rude. */
function canHoldSignals(env: string): boolean {
  try {
    execFileSync(env, ['--ignore-signal=INT', '--default-signal=INT', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
