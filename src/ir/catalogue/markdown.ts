import type { CatalogueRow } from './row.ts';

/** Frontmatter and Markdown structure. */
export const markdownCodes = {
  'parse/frontmatter-missing': { severity: 'warning', deviation: true, about: 'a Markdown skill without frontmatter' },
} as const satisfies Record<string, CatalogueRow>;
