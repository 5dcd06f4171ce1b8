import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../../src/exec/market/marketplace.ts';
import type { Outcome } from '../../src/exec/outcome.ts';
import { SecretValue } from '../../src/exec/secrets/value.ts';
import { approve, findApprovals } from '../../src/host/approvals.ts';
import { loadSkill } from '../../src/host/load-skill.ts';
import { openHost } from '../../src/host/open-host.ts';
import { compile } from '../../src/index.ts';
import type { Json } from '../../src/ir/json.ts';
import type { EchoServer } from './echo-server.ts';
import type { Program } from './program.ts';

/** A host of its own that differs from the others in nothing but the secret. */
export interface World {
  readonly run: (program: Program, secret: string) => Promise<Transcript>;
  readonly close: () => Promise<void>;
}

/** Everything that an agent, a log or a file shows of a run. */
export interface Transcript {
  readonly outcomes: readonly Json[];
  readonly events: readonly Json[];
  readonly file: string | undefined;
}

export async function openWorld(root: string, skills: string, server: EchoServer): Promise<World> {
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')];
  mkdirSync(home, { recursive: true, mode: 0o700 });
  mkdirSync(workspace);
  writeFileSync(join(home, 'config.yaml'), 'secrets: {store: age-file}\n', { mode: 0o600 });
  const host = await openHost({ home, environment: {}, workspace, compile: (bundle) => compile(bundle) });
  let read = (await host.ledger.events(0, 100)).length;
  return {
    run: async (program, secret) => {
      const target = join(skills, program.name);
      mkdirSync(target, { recursive: true });
      writeFileSync(join(target, 'SKILL.md'), program.markdown(server.origin));
      server.style = program.style;
      const made = SecretValue.of(secret);
      if (made.kind !== 'value') throw new Error(made.message);
      await host.secrets.set('TOK', made.value);
      const session = program.name;
      const loaded = await loadSkill(host, { target, actor: 'person', session });
      if (loaded.kind !== 'loaded') throw new Error(`${program.name} does not load`);
      for (const approval of await findApprovals(host, program.name))
        await approve(host, approval, { session, actor: 'person', scope: 'session' });
      const outcomes: Json[] = [];
      const operation = loaded.operations[0]?.operation.name ?? '';
      for (const input of program.inputs) {
        const ask = { capability: `${program.name}.${operation}`, input, session, actor: 'agent' } as const;
        outcomes.push(withoutChance((await call(ask, host.exec)) as Outcome as unknown as Json));
      }
      await host.ledger.submit({ kind: 'unload-skill', session, actor: 'person', skill: program.name });
      const events = await host.ledger.events(read, 1_000);
      read += events.length;
      const file = program.file === undefined ? undefined : join(workspace, program.file);
      const written = file !== undefined && existsSync(file) ? readFileSync(file, 'latin1') : undefined;
      return { outcomes, events: events.map((event) => withoutChance(event as unknown as Json)), file: written };
    },
    close: async () => {
      await host.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Ids, times and keyed commitments: what differs between any two runs, whatever the secret. */
const chance = new Set(
  'call_id call id event seq at hash parents clock process parameters wall_clock_ms cpu_ms intent expires_at'.split(
    ' ',
  ),
);

function withoutChance(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => withoutChance(item as Json));
  const members = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(
    members.filter(([key]) => !chance.has(key)).map(([key, member]) => [key, withoutChance(member)]),
  );
}
