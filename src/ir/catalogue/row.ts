/** One kind of finding. `about` makes the reference page; `deviation` rows become errors under `--strict`. */
export interface CatalogueRow {
  readonly severity: 'error' | 'warning' | 'info';
  readonly about: string;
  readonly help?: string;
  readonly deviation?: true;
}
