import type { CatalogueRow } from './row.ts';

/** Shell text. */
export const shellCodes = {
  'shell/syntax': { severity: 'warning', about: 'a block that bash would not parse' },
  'shell/unread': {
    severity: 'warning',
    about:
      'the lines from a syntax error to the end of its paragraph; they are shown as an operation that can never run',
    help: 'mend the first line, or make it a block of another language',
  },
} as const satisfies Record<string, CatalogueRow>;
