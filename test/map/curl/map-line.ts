import { expect } from 'vitest';
import type { RequestTemplate } from '../../../src/ir/request.ts';
import { showText, type Text } from '../../../src/ir/text.ts';
import type { CommandWords, Mapped } from '../../../src/map/primitive.ts';
import { curl } from '../../../src/map/primitives/curl/index.ts';
import { commandOf, readLine } from '../../differential/words.ts';

const context = { cwd: '.', mapCommand: () => expect.unreachable() };

export function mapLine(line: string, more: Partial<CommandWords> = {}): Mapped {
  return curl({ ...commandOf(readLine(line)), ...more }, context);
}

/** `mapped`, or the outcome and the code of its reason. */
export function outcome(line: string, more: Partial<CommandWords> = {}): string {
  const mapped = mapLine(line, more);
  return mapped.kind === 'mapped' ? 'mapped' : `${mapped.kind} ${mapped.reason.code}`;
}

export function requestsOf(line: string, more: Partial<CommandWords> = {}): readonly RequestTemplate[] {
  const mapped = mapLine(line, more);
  if (mapped.kind !== 'mapped') throw new Error(`${line}: ${mapped.reason.message}`);
  return mapped.drafts.flatMap((draft) => (draft.kind === 'http' ? [draft.request] : []));
}

export function requestOf(line: string, more: Partial<CommandWords> = {}): RequestTemplate {
  const [request, ...others] = requestsOf(line, more);
  if (request === undefined || others.length > 0) throw new Error(`${line}: not one request`);
  return request;
}

/** Texts as readable strings, whatever the depth. */
export function readable(value: unknown): unknown {
  if (Array.isArray(value))
    return value.every(isPiece) && value.length > 0 ? showText(value as Text) : value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'span');
  return Object.fromEntries(entries.map(([key, item]) => [key, readable(item)]));
}

function isPiece(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    /^(literal|variable|placeholder|secret|dynamic)$/.test(String(value.kind))
  );
}
