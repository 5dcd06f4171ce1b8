import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  readonly port: number;
  readonly pid: number;
  readonly close: () => void;
}

export async function startServer(): Promise<BenchServer> {
  const child = fork(fileURLToPath(new URL('loopback-server.mjs', import.meta.url)));
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
  return { port, pid: child.pid ?? 0, close: () => child.disconnect() };
}
