import type { World } from './world.ts';

/**
 * One way out. The body is a Python function: what it returns was got, an error or nothing means that it was held. Its
 * parameters come as `p`.
 */
export interface Attempt {
  readonly name: string;
  readonly body: string;
  readonly attack: (world: World) => Parameters;
  /** The same body where it must get something, so that one that can never work is seen. */
  readonly control: Control;
}

export type Parameters = Readonly<Record<string, string | number | readonly string[]>>;

export type Control =
  | { readonly on: 'host' | 'inside'; readonly with: (world: World) => Parameters }
  /** It would change this machine, or needs what not every machine has; the reason is written down. */
  | { readonly on: 'nowhere'; readonly because: string };

/** The same parameters on the host, outside every sandbox. */
export function onHost(attack: Attempt['attack']): { attack: Attempt['attack']; control: Control } {
  return { attack, control: { on: 'host', with: attack } };
}

/** Other parameters inside, where the way is open. */
export function inside(attack: Attempt['attack'], control: Attempt['attack']): Pick<Attempt, 'attack' | 'control'> {
  return { attack, control: { on: 'inside', with: control } };
}

export function nowhere(because: string): Pick<Attempt, 'attack' | 'control'> {
  return { attack: () => ({}), control: { on: 'nowhere', because } };
}

/** Finds the number of a system call for this machine. */
export function numbers(x64: number, arm64: number): number {
  return process.arch === 'arm64' ? arm64 : x64;
}

const prelude = `
import ctypes, errno, json, os, signal, socket, stat, struct, subprocess, sys, time
p = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        raise OSError(ctypes.get_errno(), errno.errorcode.get(ctypes.get_errno(), '?'))
    return result
`;

/** The whole program. It prints \`got …\` or \`held …\`, and nothing else where the body prints nothing. */
export function programOf(attempt: Attempt): string {
  const body = attempt.body
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  return `${prelude}
def attempt():
${body}
try:
    got = attempt()
    print('got %s' % (got,) if got else 'held nothing', flush=True)
except (OSError, ValueError, subprocess.SubprocessError) as error:
    print('held %s' % error, flush=True)
`;
}
