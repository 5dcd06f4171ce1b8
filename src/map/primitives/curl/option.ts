/** What the table decides about an option. */
export type Decision =
  /** Has a handler. */
  | { readonly kind: 'mapped' }
  | { readonly kind: 'irrelevant'; readonly why: string }
  /** Understood, and never to run. */
  | { readonly kind: 'refused'; readonly danger: Danger; readonly why: string }
  /** Makes the command an unknown tool. */
  | { readonly kind: 'unmapped'; readonly why: string };

export type Danger = 'transport' | 'route' | 'challenge' | 'credentials' | 'usage' | 'file';

export interface CurlOption {
  readonly long: string;
  readonly short?: string;
  /** `toggle` also has the form `--no-NAME`. */
  readonly takes: 'nothing' | 'toggle' | 'value';
  /** The first version of curl that has it. */
  readonly since: string;
  readonly decision: Decision;
}

type Row = readonly [long: string, takes: CurlOption['takes'], since: string, short?: string];

/** Rows that share one decision. */
export function options(decision: Decision, rows: readonly Row[]): readonly CurlOption[] {
  return rows.map(([long, takes, since, short]) =>
    short === undefined ? { long, takes, since, decision } : { long, short, takes, since, decision },
  );
}
