import { apply } from '../exec/ledger/apply.ts';
import type { ChainEvent } from '../exec/ledger/event.ts';
import type { Ledger } from '../exec/ledger/ledger.ts';
import type { Json } from '../ir/json.ts';
import { exportLog } from '../store/export.ts';
import { spansOf } from '../store/otlp.ts';
import { rebuildState } from '../store/rebuild.ts';
import { resetLog } from '../store/reset.ts';
import { rotateKey } from '../store/rotate-key.ts';
import { type VerifyReport, verifyHome } from '../store/verify.ts';
import { configIn } from './config.ts';

interface Place {
  readonly home: string;
  readonly anchors?: string;
}

/** These work on a log that cannot be opened, so they read no more than where it is. */
function placeOf(home: string): Place {
  const { anchors } = configIn(home);
  return { home, ...(anchors === undefined ? {} : { anchors }) };
}

export function verifyLog(home: string): Promise<VerifyReport> {
  return verifyHome({ ...placeOf(home), withState: true });
}

/** Makes everything that is not the log again from the log. */
export function rebuildFromLog(home: string): Promise<void> {
  return rebuildState({ ...placeOf(home), apply });
}

export function startNewLog(home: string): { readonly log: string; readonly aside: string } {
  return resetLog({ ...placeOf(home), apply, wall: Date.now() });
}

/** A new key for the checkpoints to come; gives what verifies them. The old one still counts for those that it signed. */
export function newSigningKey(home: string): string {
  const { home: path, anchors } = placeOf(home);
  return rotateKey(path, anchors);
}

/** The log as JSON Lines, the checkpoint first. */
export function logLines(home: string): Iterable<string> {
  return exportLog(placeOf(home));
}

/** The log as OpenTelemetry spans. */
export async function logSpans(ledger: Ledger): Promise<Json> {
  const meta = (await ledger.get('meta', 'log')) as { readonly log?: Json } | undefined;
  return spansOf(String(meta?.log ?? ''), await eventsFrom(ledger, 0));
}

const PAGE = 500;

/** Every event from a sequence number on. */
export async function eventsFrom(ledger: Ledger, from: number): Promise<readonly ChainEvent[]> {
  const out: ChainEvent[] = [];
  for (let at = from; ; at += PAGE) {
    const page = await ledger.events(at, PAGE);
    out.push(...page);
    if (page.length < PAGE) return out;
  }
}

/** How many events there are; found by halving, so that a long log is not read for its end. */
export async function logSize(ledger: Ledger): Promise<number> {
  const isThere = async (seq: number) => (await ledger.events(seq, 1)).length > 0;
  let above = 1;
  while (await isThere(above)) above *= 2;
  let below = Math.floor(above / 2);
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    if (await isThere(middle)) below = middle;
    else above = middle;
  }
  return above;
}
