import { argument, computed, type Handler, needed, starts, undecided } from '../../library.ts';
import type { Call } from '../../run/machine.ts';
import { data, each, list, type Value } from '../../value.ts';

/** Whether `shell=True` is given, or may be. */
function inShell(call: Call): boolean {
  const shell = argument(call, -1, 'shell');
  return (
    shell !== undefined &&
    each(shell).some((one) => !(one.kind === 'constant' && (one.value === false || one.value === null)))
  );
}

const run: Handler = (call) => {
  const argv = needed(call, 0, 'args');
  for (const one of each(argv)) starts(call, one, inShell(call), argument(call, -1, 'env'));
  return data('what a program printed');
};

const shellText: Handler = (call) => {
  starts(call, needed(call, 0, 'command', 'cmd'), true);
  return data('what a program printed');
};

/** `execl(path, arg0, arg1 …)`: the words one by one, `arg0` being the program's own name. */
const words =
  (skip: number, own: boolean): Handler =>
  (call) => {
    const given = call.args.slice(skip);
    const argv = own ? [given[0] ?? data('a program'), ...given.slice(2)] : given;
    starts(call, list(argv, call.open), false);
    return data('a process');
  };

/** `execv(path, argv)` */
const vector =
  (skip: number): Handler =>
  (call) => {
    const [path, argv] = [needed(call, skip), needed(call, skip + 1)];
    const rest: Value = argv.kind === 'list' ? list([path, ...argv.items.slice(1)], argv.open) : list([path], true);
    starts(call, rest, false);
    return data('a process');
  };

const forks: Handler = (call) => {
  undecided(call, 'program', 'it makes a copy of its own process');
  return data('a process');
};

const browser: Handler = (call) => {
  undecided(call, 'program', 'it opens a browser');
  return data('a browser');
};

export const processHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...['run', 'call', 'check_call', 'check_output', 'Popen'].map((name) => [`subprocess.${name}`, run] as const),
  ['subprocess.getoutput', shellText],
  ['subprocess.getstatusoutput', shellText],
  ['subprocess.list2cmdline', computed],
  ['os.system', shellText],
  ['os.popen', shellText],
  ...['execl', 'execlp', 'execle', 'execlpe'].map((name) => [`os.${name}`, words(0, true)] as const),
  ...['spawnl', 'spawnlp', 'spawnle', 'spawnlpe'].map((name) => [`os.${name}`, words(1, true)] as const),
  ...['execv', 'execvp', 'execve', 'execvpe', 'posix_spawn', 'posix_spawnp'].map(
    (name) => [`os.${name}`, vector(0)] as const,
  ),
  ...['spawnv', 'spawnvp', 'spawnve', 'spawnvpe'].map((name) => [`os.${name}`, vector(1)] as const),
  ['os.fork', forks],
  ['os.forkpty', forks],
  ['pty.fork', forks],
  ['pty.spawn', run],
  ['os.startfile', browser],
  ['webbrowser.open', browser],
  ['webbrowser.open_new', browser],
  ['webbrowser.open_new_tab', browser],
  ['webbrowser.get', browser],
  ['asyncio.create_subprocess_shell', shellText],
  ['asyncio.create_subprocess_exec', words(0, false)],
]);
