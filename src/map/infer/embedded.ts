import type { Span } from '../../ir/span.ts';
import { looksLikeStandIn } from '../secret-names.ts';
import type { Collector } from './collector.ts';
import type { Decided, Slot } from './decide-hole.ts';
import { embeddedSecretName, type Hints } from './hints.ts';
import { standInNames } from './stand-in-names.ts';

export interface EmbeddedContext {
  readonly hints: Hints;
  readonly collector: Collector;
  readonly span: Span;
}

/** A literal in a credential slot: a stand-in or, worse, a real one. Either way the plan holds a reference, never the text. */
export function embeddedSecret(written: string, slot: Slot, { hints, collector, span }: EmbeddedContext): Decided {
  const standIn = looksLikeStandIn(written);
  const name = standIn
    ? collector.nameStandIn(written, standInNames(hints, written, slot.id, slot.alone !== false))
    : embeddedSecretName(hints, slot.id);
  if (!standIn) reportEmbedded(written, name, slot.id, { collector, span });
  return { expr: { kind: 'secret', name }, effects: [collector.secret(name, slot.origin, slot.id)] };
}

function reportEmbedded(
  written: string,
  name: string,
  where: string,
  { collector, span }: Omit<EmbeddedContext, 'hints'>,
): void {
  collector.embedded.push({ written, name, span });
  const help = `store it with \`skillc secret set ${name}\` and write \`$${name}\` in the skill`;
  collector.report('map/secret-embedded', `a credential is written out in \`${where}\``, span, help);
}
