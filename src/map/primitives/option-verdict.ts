import type { OptionItem, OptionRow } from '../option-table.ts';
import { refused, unknown } from '../outcome.ts';
import type { Mapped } from '../primitive.ts';

/** What HTTP clients without a table of their own decide alike. */
export type CommonDecision = 'irrelevant' | 'unmapped' | 'transport' | 'route';

export function commonVerdict(
  program: string,
  { row, written, span }: OptionItem<OptionRow & { readonly decision: CommonDecision }>,
): Mapped | undefined {
  const shown = `\`${program} ${written}\``;
  switch (row.decision) {
    case 'irrelevant':
      return undefined;
    case 'unmapped':
      return unknown('map/unknown-option', `${shown} is not modelled`, span);
    case 'transport':
      return refused('map/transport-weakened', `${shown} changes what protects the connection`, span);
    case 'route':
      return refused('map/route-changed', `${shown} changes how the request travels`, span);
  }
}

/** What keeps the command from being mapped: a refusal before anything that is only not understood. */
export function gravest<Row extends OptionRow>(
  options: readonly OptionItem<Row>[],
  judge: (option: OptionItem<Row>) => Mapped | undefined,
): Mapped | undefined {
  const verdicts = options.map(judge).filter((verdict) => verdict !== undefined);
  return verdicts.find(({ kind }) => kind === 'refused') ?? verdicts[0];
}
