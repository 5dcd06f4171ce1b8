import { commandFormats } from './command-formats.ts';
import { documentFormats } from './document-formats.ts';

/** What inputs of one kind are made of. */
export interface Format {
  readonly name: FormatName;
  readonly seeds: readonly string[];
  readonly tokens: readonly string[];
  /** Pairs that may stand inside each other. */
  readonly nesting: readonly (readonly [string, string])[];
}

export const formatNames = ['markdown', 'yaml', 'json', 'openapi', 'shell', 'curl', 'jq'] as const;
export type FormatName = (typeof formatNames)[number];

export const formats: readonly Format[] = [...documentFormats, ...commandFormats];
