import { parentPort, workerData } from 'node:worker_threads';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** Official clients in a thread of their own, so that the server's memory is told apart from theirs. Each message runs one round. */
const { url, token, count } = workerData as { readonly url: string; readonly token: string; readonly count: number };

async function connected(): Promise<{ readonly client: Client; readonly transport: StreamableHTTPClientTransport }> {
  const client = new Client({ name: 'bench', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return { client, transport };
}

let agents = await Promise.all(Array.from({ length: count }, connected));

async function work({ client }: (typeof agents)[number], calls: number): Promise<number> {
  let done = 0;
  for (let call = 0; call < calls; call++) {
    const map = { name: 'primitive_map', arguments: { command: `cat notes-${call}.txt` } };
    const run = { name: 'skill_execute', arguments: { capability: 'bench.fetch' } };
    const { structuredContent } = await client.callTool(call % 4 === 0 ? run : map);
    const { outcome, maps_to } = structuredContent as { readonly outcome?: string; readonly maps_to?: string };
    if (outcome === 'done' || maps_to === 'io.read-file') done++;
  }
  return done;
}

parentPort?.on('message', async ({ calls, again }: { readonly calls: number; readonly again: boolean }) => {
  if (again) {
    await Promise.all(agents.map(({ transport }) => transport.terminateSession()));
    await Promise.all(agents.map(({ client }) => client.close()));
    agents = await Promise.all(Array.from({ length: count }, connected));
  }
  const done = await Promise.all(agents.map((agent) => work(agent, calls)));
  parentPort?.postMessage(done.reduce((a, b) => a + b, 0));
});
parentPort?.postMessage('ready');
