import { capabilityJson } from './capability-json.ts';
import type { Host } from './open-host.ts';
import { operationsOf, type SkillOperations } from './operations-of.ts';

/** What an agent needs to choose a skill, and no more: about a hundred tokens. */
export interface SkillEntry {
  readonly skill_id: string;
  /** As the skill says it, cut. */
  readonly description: string;
  /** The first of them, by name. */
  readonly operations: readonly string[];
  readonly more_operations: number;
  /** How many could be called after an approval. */
  readonly pending: number;
}

export interface OperationEntry {
  readonly id: string;
  readonly description: string;
  readonly status: string;
  readonly tier: number;
}

export interface Search {
  /** Every word must be found in the skill's names and descriptions. */
  readonly query?: string;
  /** The operations of this skill, in place of a list of skills. */
  readonly skill?: string;
  readonly offset?: number;
  readonly limit?: number;
}

export interface Found {
  readonly skills: readonly SkillEntry[];
  readonly operations: readonly OperationEntry[];
  /** How many match in all. */
  readonly total: number;
}

const shownNames = 8;
const longestText = 160;

export async function searchSkills(host: Host, { query = '', skill, offset = 0, limit = 20 }: Search): Promise<Found> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (skill !== undefined) {
    const one = await operationsOf(host, skill);
    const all = one === undefined ? [] : operationEntries(one).filter((entry) => mentions(words, Object.values(entry)));
    return { skills: [], operations: all.slice(offset, offset + limit), total: all.length };
  }
  const matching: SkillOperations[] = [];
  for (const [id] of await host.ledger.list('skills')) {
    const one = await operationsOf(host, id);
    if (one !== undefined && mentions(words, textsOf(one))) matching.push(one);
  }
  const ranked = matching.sort((a, b) => nameMatches(words, b.id) - nameMatches(words, a.id));
  return { skills: ranked.slice(offset, offset + limit).map(entryOf), operations: [], total: ranked.length };
}

function textsOf({ id, skill, operations }: SkillOperations): readonly string[] {
  return [id, skill.description, ...operations.flatMap(({ operation }) => [operation.name, operation.description])];
}

function mentions(words: readonly string[], texts: readonly unknown[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function nameMatches(words: readonly string[], id: string): number {
  return words.filter((word) => id.includes(word)).length;
}

function entryOf({ id, skill, operations }: SkillOperations): SkillEntry {
  const runnable = operations.filter(({ plan }) => plan !== undefined);
  return {
    skill_id: id,
    description: cut(skill.description),
    operations: runnable.slice(0, shownNames).map(({ operation }) => operation.name),
    more_operations: Math.max(0, runnable.length - shownNames),
    pending: runnable.filter(({ state }) => state?.status === 'pending').length,
  };
}

function operationEntries({ id, operations }: SkillOperations): readonly OperationEntry[] {
  return operations.map((one) => {
    const { status, tier } = capabilityJson(id, one);
    return { id: `${id}.${one.operation.name}`, description: cut(one.operation.description), status, tier };
  });
}

/** One line, never cut between the halves of a surrogate pair. */
export function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longestText) return line;
  return `${line.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
