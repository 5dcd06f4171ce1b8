import type { CatalogueRow } from './row.ts';

/** Known programs (capabilities/tools) and unknown ones. */
export const toolCodes = {
  'map/unknown-tool': { severity: 'warning', about: 'a program that no table describes' },
} as const satisfies Record<string, CatalogueRow>;
