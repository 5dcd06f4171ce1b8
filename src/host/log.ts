import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apply } from '../exec/ledger/apply.ts';
import type { ChainEvent } from '../exec/ledger/event.ts';
import type { Ledger } from '../exec/ledger/ledger.ts';
import type { Json } from '../ir/json.ts';
import { exportLog } from '../store/export.ts';
import { spansOf } from '../store/otlp.ts';
import { rebuildState } from '../store/rebuild.ts';
import { resetLog } from '../store/reset.ts';
import { type VerifyReport, verifyHome } from '../store/verify.ts';
import { readConfig } from './config.ts';

interface Place {
  readonly home: string;
  readonly anchors?: string;
}

/** These work on a log that cannot be opened, so they read no more than where it is. */
function placeOf(home: string): Place {
  const file = join(home, 'config.yaml');
  const { anchors } = readConfig(existsSync(file) ? readFileSync(file, 'utf8') : undefined, file);
  return { home, ...(anchors === undefined ? {} : { anchors }) };
}

export function verifyLog(home: string): Promise<VerifyReport> {
  return verifyHome({ ...placeOf(home), apply });
}

/** Makes everything that is not the log again from the log. */
export function rebuildFromLog(home: string): Promise<void> {
  return rebuildState({ ...placeOf(home), apply });
}

export function startNewLog(home: string): { readonly log: string; readonly aside: string } {
  return resetLog({ ...placeOf(home), apply, wall: Date.now() });
}

/** The log as JSON Lines, the checkpoint first. */
export function logLines(home: string): Iterable<string> {
  return exportLog(placeOf(home));
}

/** The log as OpenTelemetry spans. */
export function logSpans(home: string): Json {
  const [head = '{}', ...lines] = logLines(home);
  const { log } = JSON.parse(head) as { readonly log: string };
  const events = lines.map((line) => JSON.parse((JSON.parse(line) as { readonly text: string }).text) as ChainEvent);
  return spansOf(log, events);
}

const PAGE = 500;

/** The newest events, the oldest of them first. */
export async function lastEvents(ledger: Ledger, most: number): Promise<readonly ChainEvent[]> {
  let kept: readonly ChainEvent[] = [];
  for (let from = 0; ; from += PAGE) {
    const page = await ledger.events(from, PAGE);
    kept = [...kept, ...page].slice(-most);
    if (page.length < PAGE) return kept;
  }
}
