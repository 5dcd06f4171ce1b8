import type { Json } from '../../../ir/json.ts';
import { approvalsOf } from '../approvals-of.ts';
import type { LoadSkill } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuseUnreadable } from '../context.ts';
import type { Decision } from '../ledger.ts';
import { readRow, type SkillRow, skillRow, unreadable } from '../row.ts';

/** Loading what is loaded already is no event, unless a person thereby ends a pause. */
export function loadSkill({ view }: Context, command: LoadSkill): Decision {
  const { skill, digest, uri, format, version, operations } = command;
  const before = readRow(view, 'skills', skill, skillRow);
  if (before === unreadable) return refuseUnreadable(`skill \`${skill}\``);
  const resumes = command.actor === 'person' && before !== undefined && before.paused !== null;
  if (before !== undefined && !resumes && isSame(before, command)) {
    return allow([], { skill, digest, event: before.event, changed: false, replaced: null, ended: [] });
  }
  const replaces = before !== undefined && before.digest !== digest;
  const ended = replaces ? approvalsOf(view, skill) : [];
  const data = {
    skill,
    digest,
    uri,
    format,
    version,
    operations: operations.map((operation) => ({ ...operation })),
    replaced: replaces ? before.digest : null,
    ended,
    resumed: resumes,
    ...(command.snapshot === undefined ? {} : { snapshot: command.snapshot }),
    ...(command.diff === undefined ? {} : { diff: command.diff }),
  };
  const event = eventBy(command, 'skill-loaded', data, before === undefined ? [] : [before.event], {
    derived_from: { uri, digest },
  });
  const value = { skill, digest, event: eventId(view, 0), changed: true, replaced: data.replaced, ended };
  return allow([event], value);
}

function isSame(row: SkillRow, command: LoadSkill): boolean {
  const parts = ({ digest, uri, format, version, operations, snapshot }: SkillRow | LoadSkill): Json => [
    snapshot ?? null,
    digest,
    uri,
    format,
    version,
    operations.map(({ name, plan, approval }) => [name, plan, approval]),
  ];
  return JSON.stringify(parts(row)) === JSON.stringify(parts(command));
}
