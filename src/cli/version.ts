import { readFileSync } from 'node:fs';

/** From package.json, which lies two directories up from here in a checkout and in a build alike. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const data: unknown = JSON.parse(text);
  return typeof data === 'object' && data !== null && 'version' in data ? String(data.version) : 'unknown';
}
