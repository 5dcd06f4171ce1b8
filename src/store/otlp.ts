import { hash } from 'node:crypto';
import type { ChainEvent } from '../exec/ledger/event.ts';
import type { Json } from '../ir/json.ts';

/** OTLP JSON: 1 is OK, 2 is ERROR. */
const statusOf: { readonly [kind: string]: number } = { 'call-done': 1, 'call-failed': 2, 'call-unknown': 2 };

/**
 * Calls as OpenTelemetry spans in OTLP's JSON form: an intent begins one, the outcome that has it as a parent ends it; every other event is a span
 * without length. A session is a trace, a first parent the parent span.
 */
export function spansOf(log: string, events: Iterable<ChainEvent>): Json {
  const all = [...events];
  const outcomes = new Map<string, ChainEvent>();
  for (const event of all) {
    if (statusOf[event.kind] !== undefined && event.parents[0] !== undefined) outcomes.set(event.parents[0], event);
  }
  const ends = new Set(outcomes.values());
  const spans = all.filter((event) => !ends.has(event)).map((event) => spanOf(log, event, outcomes.get(event.id)));
  const resource = { attributes: [attribute('service.name', 'skillc'), attribute('skillc.log', log)] };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'skillc' }, spans }] }] };
}

function spanOf(log: string, event: ChainEvent, outcome: ChainEvent | undefined): Json {
  const parent = event.parents[0];
  const last = outcome ?? event;
  return {
    traceId: idOf(`${log}\n${event.session}`, 32),
    spanId: idOf(`${log}\n${event.id}`, 16),
    ...(parent === undefined ? {} : { parentSpanId: idOf(`${log}\n${parent}`, 16) }),
    name: event.capability ?? event.kind,
    kind: 1,
    startTimeUnixNano: `${event.at}000000`,
    endTimeUnixNano: `${last.at}000000`,
    attributes: attributesOf(event, last),
    status: { code: statusOf[last.kind] ?? 0 },
  };
}

function attributesOf(event: ChainEvent, last: ChainEvent): Json {
  const source = event.derived_from;
  return [
    attribute('skillc.event', event.id),
    attribute('skillc.kind', last.kind),
    attribute('skillc.actor', event.actor),
    attribute('skillc.hash', last.hash),
    ...(source === undefined
      ? []
      : [attribute('skillc.source', source.uri), attribute('skillc.digest', source.digest)]),
    ...Object.entries(last.resources ?? {}).map(([name, value]) => ({
      key: `skillc.resources.${name}`,
      value: { intValue: String(value) },
    })),
  ];
}

function attribute(key: string, value: string): Json {
  return { key, value: { stringValue: value } };
}

function idOf(text: string, digits: number): string {
  return hash('sha256', text, 'hex').slice(0, digits);
}
