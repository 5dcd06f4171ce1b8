import type { ApprovalSubject } from '../exec/approvals/subject.ts';
import { canonicalJson } from '../ir/digest.ts';
import type { Effect } from '../ir/effect.ts';
import type { Json } from '../ir/json.ts';
import { type ChangeSeverity, severities } from '../review/change.ts';
import { effectChange } from '../review/effect-change.ts';
import { effectDiff } from './effect-diff.ts';
import type { LastApproved } from './last-approved.ts';

/** What an operation could do when it was last approved, beside what it can do now. */
export interface CapabilityDiff {
  readonly since: { readonly approval_id: string; readonly granted_at: number; readonly skill_digest: string };
  readonly added: readonly Effect[];
  readonly removed: readonly Effect[];
  /** The added effects in words, the gravest first. */
  readonly changes: readonly { readonly kind: string; readonly severity: ChangeSeverity; readonly message: string }[];
  /** Members other than the effects that are not the same. */
  readonly changed: readonly { readonly member: string; readonly before: Json; readonly after: Json }[];
}

/** Members that follow from the bytes and say nothing of what they do, or that the effects say already. */
const notTold: ReadonlySet<string> = new Set([
  'kind',
  'skill',
  'operation',
  'skill_digest',
  'plan',
  'effects',
  'origins',
]);

export function capabilityDiff({ subject: old, ...since }: LastApproved, now: ApprovalSubject): CapabilityDiff {
  const { added, removed } = effectDiff(old.effects, now.effects);
  const changes = added.flatMap((effect) => effectChange(effect, old.effects) ?? []);
  const grave = ({ severity }: { readonly severity: ChangeSeverity }) => severities.indexOf(severity);
  const members = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((member) => !notTold.has(member));
  return {
    since: { ...since, skill_digest: old.skill_digest },
    added,
    removed,
    changes: changes
      .toSorted((a, b) => grave(b) - grave(a))
      .map(({ kind, severity, message }) => ({ kind, severity, message })),
    changed: members.flatMap((member) => {
      const [before, after] = [memberOf(old, member), memberOf(now, member)];
      return canonicalJson(before) === canonicalJson(after) ? [] : [{ member, before, after }];
    }),
  };
}

function memberOf(subject: ApprovalSubject, member: string): Json {
  return (subject as unknown as { readonly [member: string]: Json })[member] ?? null;
}
