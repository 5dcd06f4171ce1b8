import {
  approve,
  deny,
  findApprovals,
  type Host,
  listApprovals,
  type PendingApproval,
  reachOfSubjects,
  revoke,
} from '../../host/index.ts';
import { visible } from '../../index.ts';
import { approvalText, reachText } from '../approval-text.ts';
import { exitCode } from '../exit-code.ts';
import { sessionOf } from '../home.ts';
import { type Printer, type PrintOptions, printerFor, type Refusal } from '../printer.ts';
import { isAttended, type Terminal } from '../terminal.ts';
import { failReply, withHost } from '../with-host.ts';

export async function runApprovals(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const approvals = await listApprovals(host);
    await printer.show({ approvals }, () => listText(approvals, printer));
    return exitCode.done;
  });
}

/** What waits is shown whole; what is answered, by its name. */
function listText(approvals: readonly PendingApproval[], printer: Printer): string {
  const open = approvals.filter(({ status, waiting }) => status === 'pending' || waiting.length > 0);
  const answered = approvals.filter((one) => !open.includes(one));
  if (approvals.length === 0) return 'nothing needs an approval';
  return [
    ...open.map((one) => `${approvalText(one, printer)}\n`),
    ...answered.map(
      ({ id, status, subject }) => `${id}  ${status}  ${visible(`${subject.skill}.${subject.operation}`)}`,
    ),
    ...(open.length === 0 ? [] : ['approve with `skillc approve ID`, refuse with `skillc deny ID`']),
  ].join('\n');
}

export interface ApproveOptions extends PrintOptions {
  readonly scope?: 'once' | 'session' | 'always';
  readonly call?: string;
  readonly yes?: true;
}

type Misuse = (message: string) => never;

export async function runApprove(
  wanted: readonly string[],
  options: ApproveOptions,
  terminal: Terminal,
  misuse: Misuse,
): Promise<number> {
  const skills = wanted.filter((one) => !isApprovalId(one));
  if (options.call !== undefined && (wanted.length > 1 || skills.length > 0))
    return misuse('--call names a call that waits for one approval: name that approval');
  if (skills.length > 0 && options.yes !== true && !isAttended(terminal))
    return misuse(`a whole skill is approved at a terminal, or with --yes once \`skillc approvals\` has been read`);
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const chosen = new Map<string, PendingApproval>();
    for (const one of wanted) {
      const found = await findApprovals(host, one);
      if (found.length === 0) return printer.fail(nothingFor(one, await host.operations.row(one)));
      for (const approval of found) if (isOpen(approval, one, options)) chosen.set(approval.id, approval);
    }
    const approvals = [...chosen.values()];
    if (!(await isConfirmed(approvals, skills, options, printer, terminal))) {
      await printer.show({ granted: [] }, () => 'nothing was approved');
      return exitCode.waiting;
    }
    // Of a whole skill no single call is meant, even where one waits.
    const scope = options.scope ?? (skills.length > 0 ? 'session' : undefined);
    return grantAll(host, approvals, { ...options, ...(scope === undefined ? {} : { scope }) }, printer, terminal);
  });
}

function isApprovalId(text: string): boolean {
  return text.startsWith('apr_');
}

/** Of a whole skill, those that nobody has answered; a single one whatever was said before. */
function isOpen({ status, waiting }: PendingApproval, wanted: string, { scope }: ApproveOptions): boolean {
  if (isApprovalId(wanted)) return true;
  return status === 'pending' || (status === 'approved' && (waiting.length > 0 || scope === 'always'));
}

function nothingFor(wanted: string, row: unknown): Refusal {
  const code = 'approval/missing';
  if (isApprovalId(wanted)) return noApproval(wanted);
  if (row !== undefined)
    return {
      code,
      message: `nothing of \`${wanted}\` needs an approval that can be given now`,
      remedy: 'set what it leaves open first: `skillc capabilities` says what',
    };
  return { code, message: `no skill \`${wanted}\` is loaded`, remedy: 'run `skillc skills` to see which are' };
}

function noApproval(id: string): Refusal {
  const remedy = 'run `skillc approvals` to see those there are';
  return { code: 'approval/missing', message: `there is no approval \`${id}\``, remedy };
}

/** The person sees what it comes to before anything is granted. */
async function isConfirmed(
  approvals: readonly PendingApproval[],
  skills: readonly string[],
  { yes }: ApproveOptions,
  printer: Printer,
  terminal: Terminal,
): Promise<boolean> {
  if (skills.length === 0) {
    for (const one of approvals) printer.note(approvalText(one, printer.errLook));
    return true;
  }
  printer.note(reachText(reachOfSubjects(approvals.map(({ subject }) => subject)), printer.errLook));
  return (
    yes === true || approvals.length === 0 || terminal.prompts.confirm(`Approve all ${approvals.length} operations?`)
  );
}

async function grantAll(
  host: Host,
  approvals: readonly PendingApproval[],
  { scope, call }: ApproveOptions,
  printer: Printer,
  terminal: Terminal,
): Promise<number> {
  const session = sessionOf(terminal.env);
  const granted: object[] = [];
  for (const one of approvals) {
    const answer = {
      session,
      actor: 'person',
      ...(scope === undefined ? {} : { scope }),
      ...(call === undefined ? {} : { call }),
    } as const;
    const reply = await approve(host, one, answer);
    if (reply.ok) {
      granted.push({ ...reply.value, operation: `${one.subject.skill}.${one.subject.operation}` });
      continue;
    }
    for (const done of granted) printer.note(grantText(done));
    return failReply(printer, reply.code === 'approval/several-wait' ? { ...reply, remedy: whichCall(one) } : reply);
  }
  await printer.show({ granted }, () => granted.map(grantText).join('\n') || 'nothing is left to approve');
  return exitCode.done;
}

function whichCall({ id, waiting }: PendingApproval): string {
  return `say which: ${waiting.map(({ call }) => `\`skillc approve ${id} --call ${call ?? 'CALL'}\``).join(' or ')}`;
}

function grantText(granted: object): string {
  const { id, operation, scope, expires_at } = granted as { readonly [key: string]: unknown };
  return `approved ${id}  ${visible(String(operation))}  ${scope}, until ${new Date(Number(expires_at)).toISOString()}`;
}

export async function runDeny(
  id: string,
  options: PrintOptions & { readonly reason?: string },
  terminal: Terminal,
): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const [approval] = isApprovalId(id) ? await findApprovals(host, id) : [];
    if (approval === undefined) return printer.fail(noApproval(id));
    const { reason } = options;
    const by = {
      session: sessionOf(terminal.env),
      actor: 'person',
      ...(reason === undefined ? {} : { reason }),
    } as const;
    const reply = await deny(host, approval, by);
    if (!reply.ok) return failReply(printer, reply);
    await printer.show(reply.value, () => `denied ${id}`);
    return exitCode.done;
  });
}

export async function runRevoke(
  id: string,
  options: PrintOptions & { readonly reason?: string },
  terminal: Terminal,
): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const { reason } = options;
    const by = {
      session: sessionOf(terminal.env),
      actor: 'person',
      ...(reason === undefined ? {} : { reason }),
    } as const;
    const reply = await revoke(host, id, by);
    if (!reply.ok) return failReply(printer, reply);
    await printer.show(reply.value, () => `revoked ${id}`);
    return exitCode.done;
  });
}
