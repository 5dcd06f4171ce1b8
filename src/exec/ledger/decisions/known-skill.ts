import { type Context, type Refusal, refuse, refuseUnreadable } from '../context.ts';
import { readRow, type SkillRow, skillRow, unreadable } from '../row.ts';
import { sameText } from '../same-text.ts';

interface Named {
  readonly skill?: string;
  readonly skillDigest?: string;
  readonly loadedBy?: string;
}

export type KnownSkill =
  | { readonly kind: 'none' }
  | { readonly kind: 'skill'; readonly id: string; readonly row: SkillRow }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The skill that a command speaks for: registered with exactly these bytes. Whether it is paused is asked apart. */
export function knownSkill({ view }: Context, { skill, skillDigest, loadedBy }: Named): KnownSkill {
  if (skill === undefined && skillDigest === undefined) return { kind: 'none' };
  if (skill === undefined || skillDigest === undefined) {
    return refused(refuse('command/malformed', 'a skill is named by its id and its digest together'));
  }
  const row = readRow(view, 'skills', skill, skillRow);
  if (row === unreadable) return refused(refuseUnreadable(`skill \`${skill}\``));
  if (row === undefined) {
    return refused(refuse('skill/unknown', `skill \`${skill}\` is not loaded`, 'run `skillc load` with its source'));
  }
  if (!sameText(row.digest, skillDigest)) {
    return refused(
      refuse('skill/changed', `skill \`${skill}\` is loaded with other content`, `run \`skillc load ${row.uri}\``),
    );
  }
  if (loadedBy !== undefined && loadedBy !== row.event) {
    return refused(refuse('skill/changed', `skill \`${skill}\` was loaded again`, 'run the call again'));
  }
  return { kind: 'skill', id: skill, row };
}

export function refusePaused(known: KnownSkill): Refusal | undefined {
  if (known.kind !== 'skill' || known.row.paused === null) return undefined;
  return refuse(
    'skill/paused',
    `skill \`${known.id}\` is paused: it asked for too many approvals`,
    `a person runs \`skillc load ${known.row.uri}\` or approves one of its requests`,
  );
}

function refused(refusal: Refusal): KnownSkill {
  return { kind: 'refused', refusal };
}
