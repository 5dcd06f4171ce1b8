import type { CatalogueRow } from './row.ts';

/** curl, wget, HTTPie and URLs. */
export const httpCodes = {
  'map/url-scheme': { severity: 'error', about: 'a URL whose scheme is not http or https' },
} as const satisfies Record<string, CatalogueRow>;
