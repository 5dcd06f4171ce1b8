import { approvalsOf } from '../approvals-of.ts';
import type { LoggedEvent } from '../event.ts';
import { isBindingOf, skillRequests } from '../key.ts';
import { type ApprovalRow, approvalRow, type SkillRow, skillRow } from '../row.ts';
import type { StateWriter } from '../state.ts';
import { endGrants } from './approval.ts';
import { presentRow, putRow, rowOf } from './row-of.ts';

interface Loaded extends Pick<SkillRow, 'digest' | 'uri' | 'format' | 'version' | 'operations' | 'snapshot'> {
  readonly skill: string;
  readonly replaced: string | null;
  readonly resumed: boolean;
}

/** A pause outlasts other content under the same id, unless it is a person who loads it. */
export function skillLoaded(writer: StateWriter, event: LoggedEvent): void {
  const { skill, digest, uri, format, version, operations, snapshot, replaced, resumed } =
    event.data as unknown as Loaded;
  const before = rowOf(writer, 'skills', skill, skillRow);
  if (replaced !== null) endApprovals(writer, skill, event.id);
  if (replaced !== null) endBindings(writer, skill);
  if (resumed) writer.delete('rates', skillRequests(skill));
  const paused = resumed ? null : (before?.paused ?? null);
  const stored = snapshot === undefined ? {} : { snapshot };
  const row = { digest, uri, format, version, operations, ...stored, event: event.id, paused };
  putRow<SkillRow>(writer, 'skills', skill, row);
}

export function skillUnloaded(writer: StateWriter, event: LoggedEvent): void {
  const { skill } = event.data as { readonly skill: string };
  endApprovals(writer, skill, event.id);
  endBindings(writer, skill);
  writer.delete('skills', skill);
}

export function skillPaused(writer: StateWriter, event: LoggedEvent): void {
  const { skill } = event.data as { readonly skill: string };
  putRow<SkillRow>(writer, 'skills', skill, { ...presentRow(writer, 'skills', skill, skillRow), paused: event.id });
}

/** Where secrets may go was said of the bytes that were there: others under the same id are asked about anew. */
function endBindings(writer: StateWriter, skill: string): void {
  for (const [key] of [...writer.list('bindings', '')]) {
    if (isBindingOf(key, skill)) writer.delete('bindings', key);
  }
}

/** Found anew, not taken from the event's list: a row that was damaged when the event was made is ended as well when rebuilt. */
function endApprovals(writer: StateWriter, skill: string, event: string): void {
  for (const id of approvalsOf(writer, skill)) {
    endGrants(writer, id);
    const row = presentRow(writer, 'approvals', id, approvalRow);
    putRow<ApprovalRow>(writer, 'approvals', id, { ...row, status: 'ended', waiting: [], event });
  }
}
