import type { CatalogueRow } from './row.ts';

/** Shell text. */
export const shellCodes = {
  'shell/syntax': { severity: 'warning', about: 'a block that bash would not parse' },
} as const satisfies Record<string, CatalogueRow>;
