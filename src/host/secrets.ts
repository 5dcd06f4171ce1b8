import type { Reply } from '../exec/ledger/ledger.ts';
import { bindingsOf } from '../exec/market/bindings.ts';
import { readOrigin } from '../exec/secrets/origin.ts';
import type { SecretStore, StoreRefusal } from '../exec/secrets/store/store.ts';
import { isSecretName, type SecretValue } from '../exec/secrets/value.ts';
import type { Json } from '../ir/json.ts';
import type { Host } from './open-host.ts';

/** A secret as it may be shown: everything but its value. */
export interface KnownSecret {
  readonly name: string;
  readonly kept_in: SecretStore['kind'];
  /** For whom it was stored; null for every skill and every origin that a person approves. */
  readonly skill: string | null;
  readonly origin: string | null;
  readonly bindings: readonly { readonly skill: string; readonly origin: string; readonly slot: string }[];
}

export interface NewSecret {
  readonly name: string;
  readonly value: SecretValue;
  readonly skill?: string;
  readonly origin?: string;
  readonly session: string;
}

type Refused = Extract<Reply, { ok: false }>;

/** Keeps the value and records that it is kept. There is one value for a name: whom it was kept for before loses it. */
export async function setSecret(host: Host, { name, value, skill, origin, session }: NewSecret): Promise<Reply> {
  const wrong = nameProblem(host, name) ?? (origin === undefined ? undefined : originProblem(origin));
  if (wrong !== undefined) return wrong;
  const kept = await host.secrets.set(name, value);
  if (kept.kind !== 'kept') return refusedBy(kept, name);
  const by = { session, actor: 'person' } as const;
  for (const row of await rowsOf(host, name)) {
    if (row.skill !== (skill ?? null)) await host.ledger.submit({ kind: 'secret-removed', ...by, ...ownerOf(row) });
  }
  const owner = { ...(skill === undefined ? {} : { skill }), ...(origin === undefined ? {} : { origin }) };
  return host.ledger.submit({ kind: 'secret-stored', ...by, name, ...owner });
}

export async function removeSecret(host: Host, name: string, session: string): Promise<Reply> {
  const wrong = nameProblem(host, name);
  if (wrong !== undefined) return wrong;
  const removed = await host.secrets.remove(name);
  if (removed.kind === 'refused') return refusedBy(removed, name);
  const rows = await rowsOf(host, name);
  if (removed.kind === 'missing' && rows.length === 0) return refusedBy(removed, name);
  for (const row of rows) {
    const reply = await host.ledger.submit({ kind: 'secret-removed', session, actor: 'person', ...ownerOf(row) });
    if (!reply.ok) return reply;
  }
  return { ok: true, value: { name, removed: true } };
}

export async function listSecrets(host: Host): Promise<readonly KnownSecret[] | StoreRefusal> {
  const listed = await host.secrets.names();
  if (listed.kind === 'refused') return listed;
  const mapped = Object.keys(host.config.secrets?.env ?? {});
  const out: KnownSecret[] = [];
  for (const name of [...new Set([...listed.names, ...mapped])].sort()) {
    const [row] = await rowsOf(host, name);
    const bindings = await bindingsOf(host.ledger, [{ name }]);
    out.push({
      name,
      kept_in: mapped.includes(name) ? 'environment' : host.secrets.kind,
      skill: row?.skill ?? null,
      origin: row?.origin ?? null,
      bindings: bindings.map(({ skill, origin, slot }) => ({ skill, origin, slot })),
    });
  }
  return out;
}

export interface SecretRow {
  readonly name: string;
  readonly skill: string | null;
  readonly origin: string | null;
}

export async function rowsOf(host: Host, name: string): Promise<readonly SecretRow[]> {
  const rows = await host.ledger.list('secrets', `${name}\t`);
  return rows.map(([, row]) => {
    const { skill = null, origin = null } = row as { readonly [key: string]: Json };
    return {
      name,
      skill: typeof skill === 'string' ? skill : null,
      origin: typeof origin === 'string' ? origin : null,
    };
  });
}

function ownerOf({ name, skill }: SecretRow): { readonly name: string; readonly skill?: string } {
  return skill === null ? { name } : { name, skill };
}

function nameProblem(host: Host, name: string): Refused | undefined {
  if (!isSecretName(name))
    return refuse('secret/name', `\`${name}\` cannot be the name of a secret`, 'use letters, digits and `_`');
  if (!Object.hasOwn(host.config.secrets?.env ?? {}, name)) return undefined;
  return refuse(
    'secret/from-environment',
    `\`${name}\` comes from a variable, as config.yaml says`,
    'take it out of `secrets.env` there first',
  );
}

function originProblem(origin: string): Refused | undefined {
  if (readOrigin(origin) !== undefined) return undefined;
  return refuse('secret/origin', `\`${origin}\` is no origin`, 'write it like https://api.example.com');
}

function refusedBy(kept: StoreRefusal | { readonly kind: 'missing' }, name: string): Refused {
  if (kept.kind === 'refused') return refuse(kept.code, kept.message, kept.remedy);
  return refuse('secret/unknown', `there is no secret \`${name}\``, 'run `skillc secret list` to see those there are');
}

function refuse(code: string, message: string, remedy?: string): Refused {
  return { ok: false, code, message, ...(remedy === undefined ? {} : { remedy }) };
}
