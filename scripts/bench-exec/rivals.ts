import { Bash } from 'just-bash';
import { Agent, request } from 'undici';

/** One request on a pool of as many connections as there are calls in flight. */
export function rawRequest(
  port: number,
  connections: number,
): { readonly run: () => Promise<unknown>; readonly close: () => Promise<void> } {
  const dispatcher = new Agent({ connections });
  const url = `http://127.0.0.1:${port}/v1/items?q=one`;
  return {
    run: async () => (await request(url, { dispatcher })).body.text(),
    close: () => dispatcher.close(),
  };
}

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
