import { type ApprovalRow, approvalRow } from './row.ts';
import type { StateView } from './state.ts';

/**
 * Ids of what ends with this content of the skill: everything asked or answered that is not over yet, but for a person's no. That holds
 * when the same content comes back. A row that cannot be read is none: it grants nothing either.
 */
export function approvalsOf(view: StateView, skill: string): readonly string[] {
  const ids: string[] = [];
  for (const [id, value] of view.list('approvals', '')) {
    if (approvalRow(value, 0) !== undefined) continue;
    const row = value as unknown as ApprovalRow;
    if (row.skill === skill && row.status !== 'ended' && row.status !== 'denied') ids.push(id);
  }
  return ids;
}
