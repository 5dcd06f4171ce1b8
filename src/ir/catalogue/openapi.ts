import type { CatalogueRow } from './row.ts';

/** OpenAPI and Swagger documents, and the CCOS YAML and JSON forms. */
export const openapiCodes = {
  'parse/ref-external': { severity: 'error', about: 'a `$ref` that leaves the document' },
} as const satisfies Record<string, CatalogueRow>;
