import type { Checker } from '../run.ts';
import { isEnd } from './budget-checker.ts';

/** Our log against what the outside world saw. */
export const checkEffects: Checker = ({ log, effects, cut, history }) => {
  const problems: string[] = [];
  const intents = new Map<string, number>();
  const ends = new Map<string, string[]>();
  for (const event of log) {
    const call = String(event.data.call);
    if (event.kind === 'call-intent') {
      if (intents.has(call)) problems.push(`${event.id}: a second intent of ${call}`);
      intents.set(call, event.seq);
    }
    if (isEnd(event)) ends.set(call, [...(ends.get(call) ?? []), event.kind]);
  }
  const seen = new Set<string>();
  for (const { call, isIdempotent, before } of effects) {
    const intent = intents.get(call);
    if (intent === undefined || intent >= before) problems.push(`${call}: an effect without an earlier intent`);
    if (seen.has(call) && !isIdempotent) problems.push(`${call}: happened twice`);
    seen.add(call);
  }
  // Where nothing went wrong with a command of the call, its end is known.
  const disturbed = new Set<string>(cut);
  for (const { command, outcome } of history) {
    if (outcome === 'info' && 'call' in command && command.call !== undefined) disturbed.add(command.call);
    if (command.kind === 'recover') for (const call of command.gone) disturbed.add(call);
  }
  for (const call of intents.keys()) {
    const how = ends.get(call) ?? [];
    if (how.length !== 1) problems.push(`${call}: ends ${how.length} times`);
    if (how[0] === 'call-done' && !seen.has(call)) problems.push(`${call}: done, but nothing was seen`);
    if (how[0] === 'call-unknown' && !disturbed.has(call)) problems.push(`${call}: unknown without a fault`);
  }
  for (const call of ends.keys()) if (!intents.has(call)) problems.push(`${call}: ends without an intent`);
  return problems;
};
