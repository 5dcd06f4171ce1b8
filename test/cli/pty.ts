import { spawn } from 'node:child_process';

/** Runs a program on a terminal of its own, waits for each text and then types. */
const driver = `
import json, os, pty, re, select, sys, termios, time
steps, argv, env, cwd = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(cwd)
    os.execve(argv[0], argv, env)
seen, start, deadline = '', 0, time.monotonic() + 60
def read():
    global seen
    ready, _, _ = select.select([terminal], [], [], 0.2)
    if not ready: return True
    try: data = os.read(terminal, 65536)
    except OSError: return False
    seen += data.decode('utf8', 'replace')
    return len(data) > 0
alive = True
for wanted, typed in steps:
    while alive and time.monotonic() < deadline:
        found = re.search(wanted, seen[start:])
        if found: break
        alive = read()
    else: break
    start += found.end()
    os.write(terminal, typed.encode())
while alive and time.monotonic() < deadline: alive = read()
if alive: os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
echoes = termios.tcgetattr(terminal)[3] & termios.ECHO != 0
print(json.dumps([os.waitstatus_to_exitcode(status), seen, echoes]))
`;

export interface OnTerminal {
  readonly exitCode: number;
  readonly seen: string;
  /** Whether the terminal shows what is typed, at the end. */
  readonly echoes: boolean;
}

/** Each step: a pattern to wait for, and what is typed then. */
export function onTerminal(
  argv: readonly string[],
  steps: readonly (readonly [wanted: string, typed: string])[],
  options: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Promise<OnTerminal> {
  const child = spawn('/usr/bin/python3', ['-c', driver, JSON.stringify([steps, argv, options.env, options.cwd])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      const [exitCode, seen, echoes] = JSON.parse(Buffer.concat(out).toString()) as [number, string, boolean];
      resolve({ exitCode, seen, echoes });
    });
  });
}
