import type { CatalogueRow } from './row.ts';

/** Text tools, wrappers, interpreters: programs other than HTTP clients. */
export const commandCodes = {
  'map/unknown-option': { severity: 'warning', about: 'an option the table of its program does not know' },
} as const satisfies Record<string, CatalogueRow>;
