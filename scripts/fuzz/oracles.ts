import { catalogue } from '../../src/ir/catalogue/index.ts';
import type { Diagnostic } from '../../src/ir/diagnostic.ts';
import { changedPrototypes, type Snapshot } from './prototypes.ts';
import type { Observed, Target } from './target.ts';
import type { Tripwires } from './tripwires.ts';

export interface Watch {
  readonly tripwires: Tripwires;
  readonly prototypes: Snapshot;
  readonly limitMs: number;
}

/** The first promise that one input breaks, as a sentence; undefined when all hold. */
export function judge(target: Target, input: Uint8Array, watch: Watch): string | undefined {
  const start = performance.now();
  try {
    const observed = target(input);
    const ms = performance.now() - start;
    if (ms > watch.limitMs && slowAgain(target, input, watch.limitMs)) return `takes ${Math.round(ms)} ms`;
    return brokenBy(observed, target(input), watch);
  } catch (error) {
    return `throws ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
  }
}

/** A busy machine is not a slow input. */
function slowAgain(target: Target, input: Uint8Array, limitMs: number): boolean {
  const start = performance.now();
  target(input);
  return performance.now() - start > limitMs;
}

function brokenBy(observed: Observed, again: Observed, { tripwires, prototypes }: Watch): string | undefined {
  if (observed.digest !== again.digest) return 'gives another result the second time';
  if (observed.unexplained !== undefined) return observed.unexplained;
  const [tripped] = tripwires.tripped;
  if (tripped !== undefined) return `calls ${tripped}`;
  const [changed] = changedPrototypes(prototypes);
  if (changed !== undefined) return `changes ${changed}`;
  return observed.diagnostics.map((one) => brokenDiagnostic(one, observed.lengths)).find((one) => one !== undefined);
}

function brokenDiagnostic({ code, span, message }: Diagnostic, lengths: Observed['lengths']): string | undefined {
  if (!Object.hasOwn(catalogue, code)) return `has the code ${code}, which no catalogue knows`;
  if (message === '') return `has ${code} without a message`;
  if (span === undefined) return undefined;
  const length = lengths.get(span.source);
  if (length === undefined) return `has ${code} in ${span.source}, which is no source`;
  const inside = Number.isInteger(span.start) && 0 <= span.start && span.start <= span.end && span.end <= length;
  return inside ? undefined : `has ${code} at ${span.start} to ${span.end} of ${length}`;
}
