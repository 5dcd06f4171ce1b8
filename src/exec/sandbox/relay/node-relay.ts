import { type Relay, relayPort, relaySocket } from './relay.ts';

/** Runs apart, and says so once it listens. */
const relay = `
const net = require('node:net');
net.createServer((client) => {
  const broker = net.connect(${JSON.stringify(relaySocket)});
  client.pipe(broker).pipe(client);
  client.on('error', () => broker.destroy());
  broker.on('error', () => client.destroy());
}).listen(${relayPort}, '127.0.0.1', () => process.stdout.end('ready'));
`;

const script = `
const { spawn, spawnSync } = require('node:child_process');
const relay = spawn(process.execPath, ['-e', ${JSON.stringify(relay)}], { detached: true, stdio: ['ignore', 'pipe', 'ignore'], env: {} });
relay.unref();
relay.stdout.once('data', () => {
  relay.stdout.destroy();
  const [program, ...args] = process.argv.slice(1);
  const { status, signal } = spawnSync(program, args, { stdio: 'inherit' });
  const { signals } = require('node:os').constants;
  process.exit(status ?? 128 + (signals[signal] ?? 0));
});
`;

export function nodeRelay(program: string): Relay {
  return { name: 'node', command: [program, '-e', script, '--'], processes: 30 };
}
