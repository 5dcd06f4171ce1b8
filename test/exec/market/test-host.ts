import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalSubject } from '../../../src/exec/approvals/subject.ts';
import type { ExecHost } from '../../../src/exec/market/host.ts';
import { call } from '../../../src/exec/market/marketplace.ts';
import type { Outcome } from '../../../src/exec/outcome.ts';
import { SecretValue } from '../../../src/exec/secrets/value.ts';
import { type Answering, approve, findApprovals } from '../../../src/host/approvals.ts';
import { type Loaded, type LoadRequest, loadSkill } from '../../../src/host/load-skill.ts';
import { type Host, type HostOptions, openHost } from '../../../src/host/open-host.ts';
import { compile } from '../../../src/index.ts';

/** One request, as it came over the wire. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
}

export interface Recorder {
  readonly origin: string;
  readonly port: number;
  readonly seen: Seen[];
  readonly server: Server;
  readonly close: () => Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** The witness: what arrived here happened, whatever any log says. */
export async function recorder(answer: Answer = (_, response) => void response.end('{"ok":true}')): Promise<Recorder> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1');
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.rawHeaders, body });
      answer(request, response, body);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `http://127.0.0.1:${port}`, port, seen, server, close };
}

export interface TestHost {
  readonly host: Host;
  /** The home, the workspace and the skills are beneath it. */
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  readonly write: (name: string, commands: Commands) => string;
  readonly load: (target: string, more?: Partial<LoadRequest>) => Promise<Loaded>;
  readonly ask: (capability: string, input?: unknown, more?: AskMore) => Promise<Outcome>;
  /** Approves what the skill has open and gives the ids. */
  readonly approveAll: (skill: string, answer?: Partial<Answering>) => Promise<readonly string[]>;
  readonly subjectOf: (skill: string, operation: string) => Promise<ApprovalSubject | undefined>;
  readonly secret: (name: string, value: string) => Promise<void>;
  /** Another process on the same home, as far as memory goes. */
  readonly reopen: (options?: Partial<HostOptions>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface AskMore {
  readonly session?: string;
  readonly actor?: 'agent' | 'person';
  readonly exec?: Partial<ExecHost>;
  readonly dryRun?: boolean;
}

/** Operation name → its command. */
export type Commands = { readonly [operation: string]: string };

export async function openTestHost(
  options: Partial<HostOptions> & { readonly policy?: string; readonly config?: string } = {},
): Promise<TestHost> {
  const root = mkdtempSync(join(tmpdir(), 'skillc-threats-'));
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')];
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(workspace);
  const { policy, config, ...given } = options;
  writeFileSync(join(home, 'config.yaml'), config ?? 'secrets: {store: age-file}\n', { mode: 0o600 });
  if (policy !== undefined) writeFileSync(join(home, 'policy.yaml'), policy, { mode: 0o600 });
  const open = (more: Partial<HostOptions>) =>
    openHost({
      home,
      environment: {},
      workspace,
      compile: (bundle, tools) => compile(bundle, { tools }),
      ...given,
      ...more,
    });
  let host = await open({});
  return {
    get host() {
      return host;
    },
    root,
    home,
    workspace,
    write: (name, commands) => writeSkill(root, name, commands),
    load: (target, more = {}) => loadSkill(host, { target, actor: 'person', session: 'default', ...more }),
    ask: (capability, input = {}, { session = 'default', actor = 'agent', exec = {}, dryRun = false } = {}) =>
      call({ capability, input, session, actor, dryRun }, { ...host.exec, ...exec }),
    approveAll: async (skill, answer = {}) => {
      const ids: string[] = [];
      for (const approval of await findApprovals(host, skill)) {
        const reply = await approve(host, approval, {
          session: 'default',
          actor: 'person',
          scope: 'session',
          ...answer,
        });
        if (!reply.ok) throw new Error(`${reply.code}: ${reply.message}`);
        ids.push(approval.id);
      }
      return ids;
    },
    subjectOf: async (skill, operation) =>
      (await findApprovals(host, skill)).find(({ subject }) => subject.operation === operation)?.subject,
    secret: async (name, value) => {
      const made = SecretValue.of(value);
      if (made.kind !== 'value') throw new Error(made.message);
      const kept = await host.secrets.set(name, made.value);
      if (kept.kind !== 'kept') throw new Error(kept.kind);
    },
    reopen: async (more = {}) => {
      await host.close();
      host = await open(more);
    },
    close: async () => {
      await host.close().catch(() => undefined);
      rmSync(root, { recursive: true, force: true });
      rmSync(`${home}-anchors`, { recursive: true, force: true });
    },
  };
}

function writeSkill(root: string, name: string, commands: Commands): string {
  const folder = join(root, 'skills', name);
  mkdirSync(folder, { recursive: true });
  const parts = Object.entries(commands).map(
    ([operation, command]) => `## ${operation}\n\n\`\`\`bash\n${command}\n\`\`\`\n`,
  );
  writeFileSync(
    join(folder, 'SKILL.md'),
    `---\nname: ${name}\ndescription: Made for a test.\n---\n# ${name}\n\n${parts.join('\n')}`,
  );
  return folder;
}

/** The values of one header, in the order they came. */
export function headerValues({ headers }: Seen, name: string): readonly string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
}

export function reasonCode(outcome: Outcome): string {
  return 'reason' in outcome ? outcome.reason.code : outcome.outcome;
}
