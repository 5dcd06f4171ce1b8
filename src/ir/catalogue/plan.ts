import type { CatalogueRow } from './row.ts';

/** Resolution, inference and planning. */
export const planCodes = {
  'map/dynamic': { severity: 'info', about: 'a value that is known only while the program runs' },
} as const satisfies Record<string, CatalogueRow>;
