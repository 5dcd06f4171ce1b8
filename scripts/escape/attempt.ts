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
  /** It would end those that are tried beside it. */
  readonly alone?: true;
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
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        raise OSError(ctypes.get_errno(), errno.errorcode.get(ctypes.get_errno(), '?'))
    return result
`;

/** Each in a process of its own, so that one that is ended for what it tried is only its own loss. */
const tryEach = `
for index, (attempt, p) in enumerate(zip(attempts, json.loads(sys.argv[1]))):
    child = os.fork()
    if child == 0:
        try:
            got = attempt(p)
            text = 'got %s' % (got,) if got else 'held nothing'
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            text = 'held %s' % error
        sys.stdout.write('\\n%d %s\\n' % (index, text))
        sys.stdout.flush()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        print('\\n%d held by signal %d' % (index, os.WTERMSIG(status)), flush=True)
`;

/** One program for all of them. Its argument is a list of their parameters; it prints \`INDEX got …\` or \`INDEX held …\`. */
export function programOf(attempts: readonly Attempt[]): string {
  const functions = attempts.map(({ body }, index) => {
    const lines = body
      .trim()
      .split('\n')
      .map((line) => `    ${line}`);
    return `def attempt_${index}(p):\n${lines.join('\n')}\n`;
  });
  const names = attempts.map((_, index) => `attempt_${index}`).join(', ');
  return `${prelude}\n${functions.join('\n')}\nattempts = [${names}]\n${tryEach}`;
}

/** What the program printed of each. */
export function answersOf(text: string, count: number): readonly string[] {
  const lines = new Map(
    [...text.matchAll(/^(\d+) ((?:got|held) .*)$/gm)].map(([, index, answer]) => [Number(index), answer]),
  );
  return Array.from({ length: count }, (_, index) => lines.get(index) ?? 'nothing was printed');
}
