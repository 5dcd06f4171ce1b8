import {
  approve,
  deny,
  findApprovals,
  type Host,
  type Outcome,
  type PendingApproval,
  waitingCall,
} from '../host/index.ts';
import { visible } from '../index.ts';
import { approvalText } from './approval-text.ts';
import type { Printer } from './printer.ts';
import { isAttended, type Terminal } from './terminal.ts';
import { whileWaiting } from './while-waiting.ts';

export interface Asking {
  readonly host: Host;
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly session: string;
  /** What the person waits for, for them to read. */
  readonly doing: string;
  /** Plan digests that this command line approves. */
  readonly approved?: readonly string[];
  /** What the ledger knows the parameters of the call by. */
  readonly parameters: () => Promise<string | undefined>;
}

/**
 * Tries, and where the try waits for an approval gets the answer: from the digests that were named beforehand, else from
 * the person at the terminal. After an answer it tries once more; without one the waiting stands.
 */
export async function tryWithAnswers<T>(
  asking: Asking,
  attempt: () => Promise<T>,
  outcomeOf: (result: T) => Outcome | undefined,
): Promise<T> {
  const shown = () => whileWaiting(asking.terminal, visible(asking.doing), attempt);
  const result = await shown();
  const outcome = outcomeOf(result);
  if (outcome?.outcome !== 'waiting' || outcome.approval_id === undefined) return result;
  const [approval] = await findApprovals(asking.host, outcome.approval_id);
  if (approval === undefined) return result;
  return (await answer(asking, approval, waitingCall(approval, asking.session, await asking.parameters())))
    ? shown()
    : result;
}

async function answer(asking: Asking, approval: PendingApproval, call: string | undefined): Promise<boolean> {
  const { host, session, approved = [] } = asking;
  if (call === undefined) return false;
  const digests = [...approved, ...(host.config.approve ?? [])];
  if (digests.includes(approval.subject.plan)) {
    const reply = await approve(host, approval, { session, actor: 'configuration', scope: 'once', call });
    if (!reply.ok) asking.printer.explain(reply);
    return reply.ok;
  }
  return isAttended(asking.terminal) && host.config.ask !== false ? askPerson(asking, approval, call) : false;
}

async function askPerson(
  { host, terminal, printer, session }: Asking,
  approval: PendingApproval,
  call: string,
): Promise<boolean> {
  terminal.err(`${approvalText(approval, printer.errLook)}\n\n`);
  const choice = await terminal.prompts.choose(
    `Allow this? (${approval.id})`,
    [
      { value: 'once', label: 'once: this very call, with these parameters' },
      { value: 'session', label: 'session: this operation, as shown, until the session ends' },
      { value: 'always', label: 'always: this operation, as shown, for 90 days' },
      { value: 'deny', label: 'deny: no, and do not ask again' },
    ],
    'deny',
  );
  if (choice === undefined) return false;
  const by = { session, actor: 'person' } as const;
  const reply =
    choice === 'deny' ? await deny(host, approval, by) : await approve(host, approval, { ...by, scope: choice, call });
  if (!reply.ok) printer.explain(reply);
  return reply.ok;
}
