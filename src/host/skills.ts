import { loadCapabilities } from '../capabilities/core.ts';
import type { SkillRow } from '../exec/ledger/row.ts';
import type { CompiledOperation } from '../pipeline.ts';
import { type CapabilityJson, capabilityJson } from './capability-json.ts';
import type { Host } from './open-host.ts';
import { operationStatus } from './operation-status.ts';

export interface LoadedSkill {
  readonly skill_id: string;
  readonly version: string;
  readonly digest: string;
  readonly source: string;
  readonly format: string;
  readonly operations: readonly string[];
  /** A skill that asked too often waits for a person. */
  readonly paused: boolean;
}

export async function listSkills(host: Host): Promise<readonly LoadedSkill[]> {
  const out: LoadedSkill[] = [];
  for (const [id] of await host.ledger.list('skills')) {
    const row = await host.operations.row(id);
    if (row === undefined || row === 'unreadable') continue;
    out.push({
      skill_id: id,
      version: row.version,
      digest: row.digest,
      source: row.uri,
      format: row.format,
      operations: row.operations.map(({ name }) => name),
      paused: row.paused !== null,
    });
  }
  return out;
}

export interface KnownCapability extends Partial<CapabilityJson> {
  readonly id: string;
  /** Null for a core capability. */
  readonly skill_id: string | null;
  readonly description: string;
}

/** Operations of loaded skills, then the core capabilities; with a query, those that mention every word of it. */
export async function listCapabilities(host: Host, query = ''): Promise<readonly KnownCapability[]> {
  const all: KnownCapability[] = [];
  for (const { skill_id } of await listSkills(host)) {
    const row = await host.operations.row(skill_id);
    const compiled = row === undefined || row === 'unreadable' ? undefined : host.operations.restore(row);
    if (row === undefined || row === 'unreadable' || compiled === undefined) continue;
    for (const one of compiled.operations) all.push(await capabilityOf(host, skill_id, row, one));
  }
  for (const { id, description } of loadCapabilities()) all.push({ id, skill_id: null, description });
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ id, description }) =>
    words.every((word) => `${id} ${description}`.toLowerCase().includes(word)),
  );
}

async function capabilityOf(
  host: Host,
  skill: string,
  { digest, uri }: SkillRow,
  one: CompiledOperation,
): Promise<KnownCapability> {
  const state = one.plan === undefined ? undefined : await operationStatus(host, one.plan, { skill, digest, uri });
  const { id, ...rest } = capabilityJson(skill, state === undefined ? one : { ...one, state });
  return { id, skill_id: skill, description: one.operation.description, ...rest };
}
