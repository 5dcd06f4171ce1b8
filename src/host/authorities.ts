import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';

/** PEM texts of the authorities that this machine's configuration trusts besides the built-in ones. */
export function authoritiesOf({ tls }: Config): readonly string[] {
  return (tls?.authorities ?? []).map((path) => readFileSync(path, 'utf8'));
}
