import type { Span } from '../../ir/span.ts';
import { looksLikeStandIn } from '../secret-names.ts';
import type { Collector } from './collector.ts';
import { asSecret, type Decided, type Slot } from './decide-hole.ts';
import { embeddedSecretName, type Hints } from './hints.ts';
import { standInNames } from './stand-in-names.ts';

export interface EmbeddedContext {
  readonly hints: Hints;
  readonly collector: Collector;
  readonly span: Span;
}

/**
 * A literal in a credential slot: a stand-in or, worse, a real one. Either way the plan holds a reference, never the
 * text. `place` names it where the slot is shared: the cookies of one header.
 */
export function embeddedSecret(written: string, slot: Slot, context: EmbeddedContext, place = slot.id): Decided {
  const { hints, collector } = context;
  const name = looksLikeStandIn(written)
    ? collector.nameStandIn(written, standInNames(hints, written, place, slot.alone !== false))
    : writtenOut(written, embeddedSecretName(hints, place), place, context);
  if (looksLikeStandIn(written)) collector.written.set(written, { kind: 'secret', name });
  return asSecret(name, slot, collector);
}

/** Keeps a real credential out of every view, and says so. Two values are two secrets. */
export function writtenOut(
  written: string,
  wanted: string,
  where: string,
  { collector, span }: Omit<EmbeddedContext, 'hints'>,
): string {
  const taken = new Map(collector.embedded.map((known) => [known.name, known.written]));
  let name = wanted;
  for (let n = 2; taken.has(name) && taken.get(name) !== written; n++) name = `${wanted}_${n}`;
  collector.embedded.push({ written, name, span });
  const help = `store it with \`skillc secret set ${name}\` and write \`$${name}\` in the skill`;
  collector.report('map/secret-embedded', `a credential is written out in \`${where}\``, span, help);
  return name;
}
