import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Egress } from '../../../src/exec/egress/open-egress.ts';

/** From the loopback of the sandbox to the socket, and the program beside it. */
const relay = `
import os, socket, sys, threading
def pump(a, b):
    try:
        while True:
            data = a.recv(65536)
            if not data: break
            b.sendall(data)
    except OSError: pass
    try: b.shutdown(socket.SHUT_WR)
    except OSError: pass
listener = socket.create_server(('127.0.0.1', 3128), backlog=64)
child = os.fork()
if child == 0:
    listener.close()
    os.execvp(sys.argv[1], sys.argv[1:])
def serve():
    while True:
        client, _ = listener.accept()
        broker = socket.socket(socket.AF_UNIX)
        broker.connect('/run/skillc/proxy.sock')
        threading.Thread(target=pump, args=(client, broker), daemon=True).start()
        threading.Thread(target=pump, args=(broker, client), daemon=True).start()
threading.Thread(target=serve, daemon=True).start()
_, status = os.waitpid(child, 0)
os._exit(os.waitstatus_to_exitcode(status) & 255)
`;

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InsideOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Variables to leave out. */
  readonly without?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

/** One program in bubblewrap with no network but the way out. */
export async function inside(egress: Egress, argv: readonly string[], options: InsideOptions = {}): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'skillc-inside-'));
  const files = { 'relay.py': relay, ...options.files };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const env: Record<string, string> = { PATH: '/usr/bin:/bin', HOME: '/home', ...egress.env, ...options.env };
  for (const name of options.without ?? []) delete env[name];
  const mounts = egress.mounts.flatMap((mount, index) => {
    if (mount.kind === 'path') return ['--ro-bind', mount.host, mount.at];
    const path = join(folder, `mount-${index}`);
    writeFileSync(path, mount.bytes);
    return ['--ro-bind', path, mount.at];
  });
  const flags =
    '--unshare-all --unshare-user --uid 65534 --gid 65534 --cap-drop ALL --disable-userns --new-session --die-with-parent --clearenv';
  const system = ['/usr', '/bin', '/lib', '/lib64', '/etc/alternatives'].flatMap((path) => [
    '--ro-bind-try',
    path,
    path,
  ]);
  const args = [
    ...flags.split(' '),
    ...system,
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/home'],
    ...['--ro-bind', egress.socket, '/run/skillc/proxy.sock', '--ro-bind', folder, '/input', '--chdir', '/tmp'],
    ...['--ro-bind', process.execPath, '/node'],
    ...mounts,
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['/usr/bin/python3', '/input/relay.py', ...argv],
  ];
  const child = spawn('bwrap', args, { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', () => reject(new Error('bwrap is missing: run sh scripts/setup-system.sh')));
    child.on('close', resolve);
  });
  rmSync(folder, { recursive: true });
  return { exitCode, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
}
