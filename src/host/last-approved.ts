import type { ApprovalSubject } from '../exec/approvals/subject.ts';
import { type ApprovalRow, approvalRow } from '../exec/ledger/row.ts';
import { logSize } from './log.ts';
import type { Host } from './open-host.ts';

export interface LastApproved {
  readonly approval_id: string;
  readonly granted_at: number;
  readonly subject: ApprovalSubject;
}

const PAGE = 500;

/** How far back somebody's answer is looked for. */
const mostEvents = 100_000;

/** What somebody said yes to for the same operation before its content was another; undefined where nobody ever did. */
export async function lastApproved(
  host: Host,
  id: string,
  subject: ApprovalSubject,
): Promise<LastApproved | undefined> {
  const others = new Map<string, ApprovalSubject>();
  for (const [other, value] of await host.ledger.list('approvals')) {
    if (other === id || approvalRow(value, 0) !== undefined) continue;
    const row = value as unknown as ApprovalRow;
    const { kind } = row.subject as unknown as ApprovalSubject;
    if (row.skill === subject.skill && row.operation === subject.operation && kind === subject.kind)
      others.set(other, row.subject as unknown as ApprovalSubject);
  }
  if (others.size === 0) return undefined;
  const size = await logSize(host.ledger);
  for (let end = size; end > Math.max(0, size - mostEvents); end -= PAGE) {
    const start = Math.max(0, end - PAGE);
    const page = await host.ledger.events(start, end - start);
    for (const { kind, data, at } of page.toReversed()) {
      const before = kind === 'approval-granted' ? others.get(String(data.approval)) : undefined;
      if (before !== undefined) return { approval_id: String(data.approval), granted_at: at, subject: before };
    }
  }
  return undefined;
}
