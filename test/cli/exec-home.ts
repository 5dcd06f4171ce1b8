import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prompts } from '../../src/cli/prompts.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { nobody, type Ran, skillc } from './fake-terminal.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
  readonly body: string;
}

/** A home of its own, a server on loopback that answers with what it got, and a skill that calls it. */
export interface ExecHome {
  readonly root: string;
  readonly home: string;
  readonly origin: string;
  readonly seen: Seen[];
  readonly skill: string;
  /** Writes a skill and gives its directory. */
  readonly write: (name: string, body: string) => string;
  readonly run: (argv: readonly string[], given?: Partial<Terminal>) => Promise<Ran>;
  /** The one document that a command prints. */
  readonly json: (argv: readonly string[], given?: Partial<Terminal>) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape
  readonly document: any;
}

export async function execHome(): Promise<ExecHome> {
  const root = mkdtempSync(join(tmpdir(), 'skillc-exec-'));
  const home = join(root, 'home');
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      if (url === '/skill.md') return void response.end(demoSkill(originOf()));
      seen.push({ method, url, authorization: headers.authorization ?? null, body });
      if (url === '/cut') return void request.socket.destroy();
      if (url === '/slow') return;
      if (url === '/missing') response.statusCode = 404;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url, body }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const originOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const write = (name: string, body: string): string => {
    const directory = join(root, name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'SKILL.md'), body);
    return directory;
  };
  const run = (argv: readonly string[], given: Partial<Terminal> = {}) =>
    skillc(argv, { ...given, env: { SKILLC_HOME: home, ...given.env } });
  return {
    root,
    home,
    origin: originOf(),
    seen,
    skill: write('demo', demoSkill(originOf())),
    write,
    run,
    json: async (argv, given) => {
      const { code, out } = await run([...argv, '--json'], given);
      return { code, document: JSON.parse(out) };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function demoSkill(origin: string): string {
  return `---
name: demo
description: Keeps items.
metadata:
  version: 1.2.0
---

# Demo

## Find

\`\`\`bash
curl -s "${origin}/v1/items?q=one&limit=5" -H "Authorization: Bearer $DEMO_TOKEN"
\`\`\`

## Add

\`\`\`bash
curl -s -X POST "${origin}/v1/items" -d '{"name":"x","n":1}'
\`\`\`
`;
}

/** A terminal with a person who gives these answers in turn. */
export function attended(...answers: readonly (string | boolean | undefined)[]): Partial<Terminal> {
  const left = [...answers];
  const next = async (): Promise<never> => {
    if (left.length === 0) throw new Error('one question too many');
    return left.shift() as never;
  };
  const prompts: Prompts = { ...nobody, choose: next, confirm: next, hidden: next };
  return { stdinIsTerminal: true, errIsTerminal: true, env: { NO_COLOR: '1' }, prompts };
}

/** Replaces what differs from run to run: ids, digests, ports, paths of this run. */
export function steady(value: unknown, { root, origin }: ExecHome): unknown {
  const text = JSON.stringify(value)
    .replaceAll(origin, 'ORIGIN')
    .replaceAll(root, 'ROOT')
    .replace(/"(network_bytes|wall_clock_ms|cpu_ms)":\d+/g, '"$1":"N"')
    .replace(/call_[0-9a-f]{24}/g, 'CALL')
    .replace(/apr_[0-9a-f]{24}/g, 'APPROVAL')
    .replace(/sha256:[0-9a-f]{64}/g, 'DIGEST');
  return JSON.parse(text);
}
