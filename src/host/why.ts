import type { ChainEvent } from '../exec/ledger/event.ts';
import { type ApprovalRow, approvalRow, type SkillRow, skillRow } from '../exec/ledger/row.ts';
import type { Json } from '../ir/json.ts';
import type { Span } from '../ir/span.ts';
import { lineAt, placeOf, sourcesOf } from '../report/line-index.ts';
import { sourcePath } from '../report/source-path.ts';
import { approvalsOfSkill } from './approvals.ts';
import { restoreBundle } from './bundle-store.ts';
import { liveGrants } from './live-grants.ts';
import type { Host } from './open-host.ts';
import { excerpt, type SourceExcerpt } from './source-excerpt.ts';

/** Why something happened or did not: the way from the effect back to the line of the skill. */
export interface Why {
  readonly id: string;
  /** `call-done`, `call-waiting`, `approval-granted` …; `approval-unasked` of a question that no call has put yet. */
  readonly outcome: string;
  readonly capability: string | null;
  /** What policy said, with every rule that matched. */
  readonly decision: Json;
  readonly approval: WhyApproval | null;
  readonly skill: WhySkill | null;
  /** From the effect back; each event was caused by those after it. */
  readonly events: readonly ChainEvent[];
}

interface WhyApproval {
  readonly id: string;
  /** As it is now: `unasked`, `pending`, `granted`, `used`, `denied`, `revoked`, `ended`, or `expired` where it was granted and no grant lives. */
  readonly status: string;
  /** Who said what was last said about it, and when; null while it waits for an answer. */
  readonly answered_by: string | null;
  readonly answered_at: number | null;
  readonly scope: string | null;
  readonly granted_by: string | null;
  readonly granted_at: number | null;
  readonly granted_event: string | null;
}

interface WhySkill {
  readonly id: string | null;
  readonly source: string;
  readonly digest: string;
  /** Where in the stored copy; null where that is gone or the event is of no operation. */
  readonly place: {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly text: string;
  } | null;
}

/** Undefined where the log knows nothing of the id. */
export async function whyOf(host: Host, id: string): Promise<Why | undefined> {
  const start = await startOf(host, id);
  if (start === undefined) return id.startsWith('apr_') ? unasked(host, id) : undefined;
  const events = await ancestors(host, await causesOf(host, start));
  const decided = events.find(({ decision }) => decision !== undefined);
  return {
    id,
    outcome: start.kind,
    capability: events.find(({ capability }) => capability !== undefined)?.capability ?? null,
    decision: decided?.decision ?? null,
    approval: await approvalIn(host, events),
    skill: await skillIn(host, events),
    events,
  };
}

/** A question that no call has put yet: the log knows only the skill that would put it. */
async function unasked(host: Host, id: string): Promise<Why | undefined> {
  for (const [skill] of await host.ledger.list('skills')) {
    const found = (await approvalsOfSkill(host, skill)).find((one) => one.id === id);
    const row = found === undefined ? undefined : await host.operations.row(skill);
    if (found === undefined || row === undefined || row === 'unreadable') continue;
    const { operation, source, skill_digest: digest } = found.subject;
    const loaded = await eventOf(host, row.event);
    const span = spanNamed(host, row, operation);
    return {
      id,
      outcome: 'approval-unasked',
      capability: `${skill}.${operation}`,
      decision: null,
      approval: { ...noAnswer, id, status: 'unasked' },
      skill: { id: skill, source, digest, place: placeIn(host, row, span) },
      events: loaded === undefined ? [] : [loaded],
    };
  }
  return undefined;
}

const noAnswer = {
  answered_by: null,
  answered_at: null,
  scope: null,
  granted_by: null,
  granted_at: null,
  granted_event: null,
} as const;

async function startOf(host: Host, id: string): Promise<ChainEvent | undefined> {
  if (id.startsWith('evt_')) return eventOf(host, id);
  if (id.startsWith('apr_')) {
    const row = await approvalOf(host, id);
    return row === undefined ? undefined : eventOf(host, row.event);
  }
  const row = ((await host.ledger.get('open-calls', id)) ?? (await host.ledger.get('calls', id))) as
    | { readonly intent?: Json; readonly end?: Json }
    | undefined;
  const event = row?.end ?? row?.intent;
  return typeof event === 'string' ? eventOf(host, event) : undefined;
}

async function eventOf(host: Host, id: string): Promise<ChainEvent | undefined> {
  const seq = /^evt_(\d{1,15})$/.exec(id)?.[1];
  return seq === undefined ? undefined : (await host.ledger.events(Number(seq), 1))[0];
}

async function approvalOf(host: Host, id: string): Promise<ApprovalRow | undefined> {
  const row = await host.ledger.get('approvals', id);
  return row !== undefined && approvalRow(row, 0) === undefined ? (row as unknown as ApprovalRow) : undefined;
}

/** A call that waits was recorded without its approval in older logs: it is found by the question that it put. */
async function causesOf(host: Host, start: ChainEvent): Promise<readonly ChainEvent[]> {
  if (start.kind !== 'call-waiting' || start.data.approval !== undefined) return [start];
  for (const [, value] of await host.ledger.list('approvals')) {
    if (approvalRow(value, 0) !== undefined) continue;
    const asked = (value as unknown as ApprovalRow).waiting.find(({ call }) => call === start.data.call);
    const question = asked === undefined ? undefined : await eventOf(host, asked.event);
    if (question !== undefined) return [start, question];
  }
  return [start];
}

/** Up to the loading of the skill; what was loaded before it is no cause. */
async function ancestors(host: Host, from: readonly ChainEvent[]): Promise<readonly ChainEvent[]> {
  const found = new Map(from.map((event) => [event.id, event]));
  for (const event of found.values()) {
    if (event.kind === 'skill-loaded' && !from.includes(event)) continue;
    for (const id of event.parents) {
      const parent = found.has(id) ? undefined : await eventOf(host, id);
      if (parent !== undefined) found.set(id, parent);
    }
  }
  const [first, ...rest] = [...found.values()];
  return first === undefined ? [] : [first, ...rest.sort((a, b) => b.seq - a.seq)];
}

async function approvalIn(host: Host, events: readonly ChainEvent[]): Promise<WhyApproval | null> {
  const id = events.map(({ data }) => data.approval).find((one) => typeof one === 'string');
  if (typeof id !== 'string') return null;
  const granted = events.find(({ kind }) => kind === 'approval-granted');
  const row = await approvalOf(host, id);
  const last = row === undefined || row.status === 'pending' ? undefined : await eventOf(host, row.event);
  return {
    id,
    status: row === undefined ? 'unknown' : await statusNow(host, id, row),
    answered_by: last?.actor ?? null,
    answered_at: last?.at ?? null,
    scope: typeof granted?.data.scope === 'string' ? granted.data.scope : null,
    granted_by: granted?.actor ?? null,
    granted_at: granted?.at ?? null,
    granted_event: granted?.id ?? null,
  };
}

async function statusNow(host: Host, id: string, { status, digest }: ApprovalRow): Promise<string> {
  return status === 'granted' && (await liveGrants(host, id, digest)).length === 0 ? 'expired' : status;
}

async function skillIn(host: Host, events: readonly ChainEvent[]): Promise<WhySkill | null> {
  const origin = await originIn(host, events);
  if (origin === undefined) return null;
  const { skill: id, uri: source, digest, row, span } = origin;
  return { id, source, digest, place: row === undefined ? null : placeIn(host, row, span) };
}

interface Origin {
  readonly skill: string | null;
  readonly uri: string;
  readonly digest: string;
  /** Undefined where what was loaded then is not known. */
  readonly row?: SkillRow;
  readonly span?: Span;
}

async function originIn(host: Host, events: readonly ChainEvent[]): Promise<Origin | undefined> {
  const derived = events.map((event) => event.derived_from).find((one) => one?.span !== undefined);
  const origin = derived ?? events.find((event) => event.derived_from !== undefined)?.derived_from;
  const id = events.map(({ data }) => data.skill).find((one) => typeof one === 'string');
  const skill = typeof id === 'string' ? id : null;
  const row = await rowOf(host, events, skill);
  const { uri, digest } = origin ?? { uri: row?.uri, digest: row?.digest };
  if (uri === undefined || digest === undefined) return undefined;
  const span = derived?.span ?? operationSpan(host, row, events);
  const known = { ...(row?.digest === digest ? { row } : {}), ...(span === undefined ? {} : { span }) };
  return { skill, uri, digest, ...known };
}

/** The lines around the place that these events lead back to, with what they come from marked. */
export async function whyExcerpt(host: Host, { events }: Why): Promise<SourceExcerpt | undefined> {
  const { row, span } = (await originIn(host, events)) ?? {};
  const bundle = row?.snapshot === undefined ? undefined : restoreBundle(host.snapshots, row.snapshot, row.digest);
  const compiled = row === undefined ? undefined : host.operations.restore(row);
  if (bundle === undefined || compiled === undefined || span === undefined) return undefined;
  return excerpt(bundle, compiled, span, [span]);
}

/** As it was loaded then; else as it is loaded now. */
async function rowOf(host: Host, events: readonly ChainEvent[], skill: string | null): Promise<SkillRow | undefined> {
  const loaded = events.find(({ kind }) => kind === 'skill-loaded');
  if (loaded !== undefined) {
    const { digest, uri, format, version, operations, snapshot } = loaded.data;
    const kept = snapshot === undefined ? {} : { snapshot };
    const row = { digest, uri, format, version, operations, ...kept, event: loaded.id, paused: null } as Json;
    return skillRow(row, 0) === undefined ? (row as unknown as SkillRow) : undefined;
  }
  const row = skill === null ? undefined : await host.operations.row(skill);
  return row === 'unreadable' ? undefined : row;
}

function operationSpan(host: Host, row: SkillRow | undefined, events: readonly ChainEvent[]): Span | undefined {
  const name = events.map(({ data }) => data.operation).find((one) => typeof one === 'string');
  return row === undefined || typeof name !== 'string' ? undefined : spanNamed(host, row, name);
}

function spanNamed(host: Host, row: SkillRow, name: string): Span | undefined {
  return host.operations.restore(row)?.operations.find(({ operation }) => operation.name === name)?.plan?.span;
}

/** Credentials that the source writes out stay blotted. */
function placeIn(host: Host, row: SkillRow, span: Span | undefined): WhySkill['place'] {
  const bundle = row.snapshot === undefined ? undefined : restoreBundle(host.snapshots, row.snapshot, row.digest);
  const compiled = host.operations.restore(row);
  if (bundle === undefined || compiled === undefined || span === undefined) return null;
  const sources = sourcesOf(bundle, compiled.credentials);
  const index = sources(span.source);
  if (index === undefined) return null;
  const { line, column } = placeOf(span, sources);
  return { file: sourcePath(bundle, span.source), line, column, text: lineAt(index, line) };
}
