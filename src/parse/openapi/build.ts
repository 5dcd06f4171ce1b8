import type { Diagnostic } from '../../ir/diagnostic.ts';
import type { MapNode } from '../data/index.ts';
import type { Refs } from './refs.ts';

/** What every part of the front end needs while one document is read. */
export interface Build {
  readonly root: MapNode;
  readonly version: OpenapiVersion;
  readonly refs: Refs;
  readonly source: string;
  /** The skill's id in UPPER_SNAKE, the first part of names that the document does not give. */
  readonly prefix: string;
  readonly diagnostics: Diagnostic[];
}

export type OpenapiVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** `PETSTORE` of `petstore`; a name that an environment variable may have. */
export function upperSnake(text: string): string {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .toUpperCase();
  return /^[A-Z]/.test(words) ? words : `X_${words}`.replace(/_$/, '');
}
