import { Bash } from 'just-bash';
import { Agent, fetch, request } from 'undici';

export interface Rival {
  readonly run: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** One request on a pool of as many connections as there are calls in flight, by the leanest interface. */
export function rawRequest(port: number, connections: number): Rival {
  return onPool(connections, async (dispatcher) => (await request(urlAt(port), { dispatcher })).body.text());
}

/** The same by the interface that most programs use. */
export function rawFetch(port: number, connections: number): Rival {
  return onPool(connections, async (dispatcher) => (await fetch(urlAt(port), { dispatcher })).text());
}

function onPool(connections: number, run: (dispatcher: Agent) => Promise<unknown>): Rival {
  const dispatcher = new Agent({ connections });
  return { run: () => run(dispatcher), close: () => dispatcher.close() };
}

const urlAt = (port: number) => `http://127.0.0.1:${port}/v1/items?q=one`;

/** The same line as the skill's, interpreted by just-bash with its own jq, and curl allowed to reach that origin. */
export function bashLine(port: number): () => Promise<unknown> {
  const origin = `http://127.0.0.1:${port}`;
  const line = `curl -s "${origin}/v1/items?q=one" | jq -r '.items[0].name'`;
  return async () => {
    const bash = new Bash({ network: { allowedUrlPrefixes: [`${origin}/`], denyPrivateRanges: false } });
    const { stdout, exitCode, stderr } = await bash.exec(line);
    if (exitCode !== 0) throw new Error(stderr);
    return stdout;
  };
}
