import { type ApprovalRow, approvalRow } from './row.ts';
import type { StateView } from './state.ts';

/**
 * Ids of everything asked or answered for the skill that is not over yet. A row that cannot be read is none: it grants
 * nothing either.
 */
export function approvalsOf(view: StateView, skill: string): readonly string[] {
  const ids: string[] = [];
  for (const [id, value] of view.list('approvals', '')) {
    if (approvalRow(value, 0) !== undefined) continue;
    const row = value as unknown as ApprovalRow;
    if (row.skill === skill && row.status !== 'ended') ids.push(id);
  }
  return ids;
}
