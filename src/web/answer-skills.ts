import {
  type Host,
  listBudgets,
  listCapabilities,
  listSkills,
  measuredOperations,
  storedSkill,
} from '../host/index.ts';
import { manifestJson, skillManifest, sourcesOf } from '../index.ts';
import type { BudgetList, CapabilitySummary, SkillDetail, SkillList, SkillSummary } from './api.ts';
import { shown } from './shown.ts';

export async function skillList(host: Host): Promise<SkillList> {
  const capabilities = await listCapabilities(host);
  const skills: SkillSummary[] = [];
  for (const one of await listSkills(host)) {
    const own = capabilities.filter(({ skill_id }) => skill_id === one.skill_id);
    skills.push(await summaryOf(host, one, own));
  }
  return shown({ skills });
}

async function summaryOf(
  host: Host,
  one: Awaited<ReturnType<typeof listSkills>>[number],
  own: readonly { readonly status?: string }[],
): Promise<SkillSummary> {
  const found = await storedSkill(host, one.skill_id);
  const description = found.kind === 'stored' ? (found.compiled.skill?.description ?? '') : '';
  const pending = own.filter(({ status }) => status === 'pending').length;
  return { ...one, description, operations: own.length, pending };
}

export async function skillDetail(host: Host, id: string): Promise<SkillDetail | undefined> {
  const one = (await listSkills(host)).find(({ skill_id }) => skill_id === id);
  const found = await storedSkill(host, id);
  if (one === undefined || found.kind !== 'stored' || found.compiled.skill === undefined) return undefined;
  const { bundle, compiled } = found;
  const own = (await listCapabilities(host)).filter(({ skill_id }) => skill_id === id);
  const sources = sourcesOf(bundle, compiled.credentials);
  const operations = await measuredOperations(host, compiled.operations, id);
  const manifest = skillManifest(found.compiled.skill, operations, compiled.diagnostics, sources);
  const capabilities = own.map(
    ({
      id: name,
      description,
      maps_to = null,
      status = 'refused',
      tier = 3,
      requires = [],
      approval_id = null,
    }): CapabilitySummary => ({
      id: name,
      description,
      maps_to,
      status,
      tier,
      requires,
      approval_id,
    }),
  );
  return shown({ ...(await summaryOf(host, one, own)), capabilities, manifest: JSON.parse(manifestJson(manifest)) });
}

export async function budgetList(host: Host): Promise<BudgetList> {
  return shown({ budgets: await listBudgets(host, 'default') });
}
