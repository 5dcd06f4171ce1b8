import type { CurlOption } from './option.ts';
import { irrelevantOptions } from './options-irrelevant.ts';
import { mappedOptions } from './options-mapped.ts';
import { refusedOptions } from './options-refused.ts';
import { unmappedOptions } from './options-unmapped.ts';

/** Every option of curl 7.88 and of the newest documented version. */
export const curlOptions: readonly CurlOption[] = [
  ...mappedOptions,
  ...irrelevantOptions,
  ...refusedOptions,
  ...unmappedOptions,
];

const byLong: ReadonlyMap<string, CurlOption> = new Map(curlOptions.map((option) => [option.long, option]));
const byShort: ReadonlyMap<string, CurlOption> = new Map(
  curlOptions.flatMap((option) => (option.short === undefined ? [] : [[option.short, option]])),
);
/** Abbreviations went away in curl 8, so only names of version 7 have them. */
const abbreviable = curlOptions.filter((option) => !option.since.startsWith('8.'));

export function findShort(letter: string): CurlOption | undefined {
  return byShort.get(letter);
}

export type LongMatch =
  | { readonly kind: 'option'; readonly option: CurlOption; readonly on: boolean }
  | { readonly kind: 'ambiguous'; readonly names: readonly string[] }
  | { readonly kind: 'no-toggle'; readonly option: CurlOption }
  | { readonly kind: 'none' };

/** A long option without its dashes. curl ignores case; `--no-` names must be whole, others may be cut short. */
export function findLong(written: string): LongMatch {
  const name = written.toLowerCase();
  const exact = byLong.get(name);
  if (exact !== undefined) return { kind: 'option', option: exact, on: true };
  if (written.startsWith('no-')) return findNegated(name.slice(3));
  if (name === '') return { kind: 'none' };
  const hits = abbreviable.filter((option) => option.long.startsWith(name));
  const [hit] = hits;
  if (hit === undefined) return { kind: 'none' };
  return hits.length === 1
    ? { kind: 'option', option: hit, on: true }
    : { kind: 'ambiguous', names: hits.map((option) => option.long) };
}

function findNegated(name: string): LongMatch {
  const option = byLong.get(name);
  if (option === undefined) return { kind: 'none' };
  return option.takes === 'toggle' ? { kind: 'option', option, on: false } : { kind: 'no-toggle', option };
}
