import type { Json } from '../../ir/json.ts';
import { admission, asking } from '../gates/admit.ts';
import { gates } from '../gates/index.ts';
import { settingOf } from '../gates/settings.ts';
import type { Amounts, BudgetScope } from '../ledger/budget.ts';
import { grantKey } from '../ledger/key.ts';
import type { Reply } from '../ledger/ledger.ts';
import { readBudget, remaining, unlimited } from '../ledger/limits.ts';
import { type GrantRow, grantRow, unreadable } from '../ledger/row.ts';
import type { StateView } from '../ledger/state.ts';
import { nothingUsed, type Outcome } from '../outcome.ts';
import type { Ask, Progress } from './ask.ts';
import type { ExecHost, RegisteredOperation } from './host.ts';
import { inTime, PATIENCE_MS } from './in-time.ts';
import { passed } from './marketplace.ts';
import { type Stop, stop } from './stop.ts';

/** What a call would come to, and on what grounds. */
export interface Foreseen {
  readonly dry_run: true;
  /** What policy says; null where the call does not get that far. */
  readonly decision: 'allow' | 'ask' | 'deny' | null;
  /** Every rule that matched, by id. */
  readonly rules: readonly string[];
  readonly approval_id: string | null;
  /** The yes that it would run on, where policy asks for one and there is one. */
  readonly grant: ForeseenGrant | null;
  /** What would be reserved, and what each scope with a limit would have left; null where no budget would be reached. */
  readonly budget: ForeseenBudget | null;
  readonly missing: { readonly settings: readonly string[]; readonly secrets: readonly string[] };
  readonly effects: Json;
}

interface ForeseenGrant {
  readonly event: string;
  readonly scope: GrantRow['scope'];
  readonly granted_at: number;
  readonly expires_at: number;
}

interface ForeseenBudget {
  readonly reserved: Amounts;
  /** Without the dimensions that have no limit. */
  readonly remains: readonly { readonly scope: BudgetScope; readonly amounts: Partial<Amounts> }[];
}

/**
 * The dry run: the gates of every call up to the last, which is foreseen by the ledger and not passed. The outcome is the one that
 * the call would have had, but for what happens behind the gates. Nothing is recorded, asked or run.
 */
export async function foresee(ask: Ask, host: ExecHost): Promise<Outcome> {
  const progress: Progress = { ask: { ...ask, dryRun: true }, callId: 'call_dry_run' };
  try {
    const stopped = await stoppedBefore(progress, host);
    const known = progress.subject === undefined ? undefined : await admissionOf(progress, host);
    const last = stopped ?? (known === undefined ? undefined : stopOf(known.reply, progress));
    return outcomeOf(last, {
      dry_run: true,
      decision: progress.answer?.decision ?? null,
      rules: progress.answer?.rules.map(({ id }) => id) ?? [],
      approval_id: progress.approval?.id ?? null,
      grant: known?.grant ?? null,
      budget: known?.budget ?? null,
      missing: await missingOf(progress, host),
      effects: (progress.subject?.effects ?? []) as unknown as Json,
    });
  } finally {
    progress.secrets?.close();
  }
}

async function stoppedBefore(progress: Progress, host: ExecHost): Promise<Stop | undefined> {
  for (const gate of gates.slice(0, -1)) {
    const stopped = await passed(gate, progress, host);
    if (stopped !== undefined) return stopped;
  }
  return undefined;
}

interface Admission {
  readonly reply: Reply;
  readonly grant: ForeseenGrant | null;
  readonly budget: ForeseenBudget | null;
}

async function admissionOf(progress: Progress, host: ExecHost): Promise<Admission> {
  if (progress.answer?.decision === 'deny') return { reply: unreachable, grant: null, budget: null };
  const look = async (): Promise<Admission> => {
    const { approval, ...rest } = admission(progress, host);
    const reply = await host.ledger.foresee(approval === undefined ? rest : { ...rest, approval });
    // The budget of a call that still waits for its answer is that of the same call without the question.
    const budget = reply.ok || approval === undefined ? reply : await host.ledger.foresee(rest);
    return { reply, grant: await grantOf(reply, progress, host), budget: await budgetOf(budget, host) };
  };
  return inTime(PATIENCE_MS, 'the log', look).catch(() => ({ reply: unreachable, grant: null, budget: null }));
}

const unreachable: Reply = { ok: false, code: 'host/fault', message: 'the log does not say what it would answer' };

async function grantOf(reply: Reply, { approval }: Progress, host: ExecHost): Promise<ForeseenGrant | null> {
  if (!reply.ok || approval === undefined) return null;
  const { event } = Object(reply.value.grant) as { readonly event?: unknown };
  for (const [, row] of await host.ledger.list('grants', grantKey.prefix(approval.id))) {
    if (grantRow(row, 0) !== undefined) continue;
    const { event: its, scope, at, life } = row as unknown as GrantRow;
    if (its === event) return { event: its, scope, granted_at: at, expires_at: at + life };
  }
  return null;
}

async function budgetOf(reply: Reply, { ledger }: ExecHost): Promise<ForeseenBudget | null> {
  if (!reply.ok) return null;
  const reserved = reply.value.cap as unknown as Amounts;
  const remains = [];
  for (const scope of reply.value.scopes as unknown as readonly BudgetScope[]) {
    const rows = { budgets: await ledger.get('budgets', scope), limits: await ledger.get('limits', scope) };
    const view: StateView = {
      get: (table) => (table === 'budgets' || table === 'limits' ? rows[table] : undefined),
      list: () => [],
      nextSeq: 0,
      lastAt: 0,
    };
    const budget = readBudget(view, scope);
    if (budget === unreadable) continue;
    const limited = Object.entries(budget.limits).filter(([, limit]) => limit !== unlimited);
    if (limited.length === 0) continue;
    const left = (dimension: keyof Amounts) => Math.max(0, remaining(budget, dimension) - reserved[dimension]);
    const amounts = Object.fromEntries(limited.map(([dimension]) => [dimension, left(dimension as keyof Amounts)]));
    remains.push({ scope, amounts: amounts as Partial<Amounts> });
  }
  return { reserved, remains };
}

const nothingMissing: Foreseen['missing'] = { settings: [], secrets: [] };

async function missingOf({ operation }: Progress, host: ExecHost): Promise<Foreseen['missing']> {
  if (operation === undefined) return nothingMissing;
  // What cannot be looked up is no missing thing: the gate has said what is wrong.
  return inTime(PATIENCE_MS, 'a part of the host', () => lookedUp(operation, host)).catch(() => nothingMissing);
}

/** All of them: a gate names the first only. */
async function lookedUp({ plan, skill }: RegisteredOperation, host: ExecHost): Promise<Foreseen['missing']> {
  const settings: string[] = [];
  const secrets = new Set<string>();
  for (const { name } of plan.settings) {
    if ((await settingOf(name, skill, host.ledger)) === undefined) settings.push(name);
  }
  for (const use of plan.secrets.filter(({ origin }) => origin !== '')) {
    const bindings = [{ ...use, skill }];
    const opened = await host.broker.open({ call: 'call_dry_run', skill, uses: [use], bindings, loopback: true });
    if (opened.kind === 'open') opened.secrets.close();
    else if (opened.code === 'secret/missing') secrets.add(use.name);
  }
  return { settings, secrets: [...secrets] };
}

/** As the last gate would stop it. */
function stopOf(reply: Reply, { answer, approval, subject }: Progress): Stop | undefined {
  if (reply.ok) return undefined;
  const { code, message, remedy } = reply;
  const rules = answer?.rules.map(({ id }) => id) ?? [];
  const more = { rules, ...(remedy === undefined ? {} : { remedy }) };
  if (code.startsWith('budget/')) return stop('over-budget', code, message, more);
  if (approval === undefined || !asking.has(code)) return stop('denied', code, message, more);
  const why = code === 'approval/missing' ? (subject?.reason ?? '') : message;
  return stop('waiting', 'approval/needed', why === '' ? 'this call needs an approval' : why, {
    rules,
    remedy: `skillc approve ${approval.id}`,
    approval: approval.id,
  });
}

function outcomeOf(stopped: Stop | undefined, foreseen: Foreseen): Outcome {
  const result = foreseen as unknown as Json;
  if (stopped === undefined) return { outcome: 'done', call_id: '', result, resources: nothingUsed };
  const { how, reason, approval } = stopped;
  const base = { call_id: '', reason, result };
  return how === 'waiting' && approval !== undefined
    ? { outcome: 'waiting', ...base, approval_id: approval }
    : { outcome: how, ...base };
}
