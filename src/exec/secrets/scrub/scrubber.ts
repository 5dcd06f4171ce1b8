import type { Json } from '../../../ir/json.ts';
import type { Scrubber } from '../../provider.ts';
import { type Automaton, compileAutomaton } from './automaton.ts';
import { CompressedFilter } from './compressed.ts';
import { Masker } from './masker.ts';
import { type MaskOf, maskOf } from './regions.ts';

/** Compressed text inside compressed text is looked into so deep. */
const NESTING = 2;

/** Takes a set of secrets out of streams, texts and data; `${secret:NAME}` stands in their place. */
export interface Scrub {
  /** What stands in the place of a secret is the mask of its name, unless another is given. */
  readonly scrubber: (mask?: MaskOf) => Scrubber;
  readonly text: (text: string) => string;
  readonly json: (value: Json) => Json;
}

/** The automaton is made when it is first needed and then kept: make one `Scrub` for one set of secrets. */
export function scrubOf(named: Iterable<readonly [name: string, value: string]>): Scrub {
  const secrets = [...named];
  let made: Automaton | undefined;
  const automaton = (): Automaton => {
    made ??= compileAutomaton(secrets);
    return made;
  };
  if (secrets.length === 0) return { scrubber: passThrough, text: (text) => text, json: (value) => value };
  const text = (input: string): string => scrubString(automaton(), input);
  return {
    scrubber: (mask = maskOf) => openScrubber(automaton(), mask),
    text,
    json: (value) => scrubData(value, text),
  };
}

const nothing = new Uint8Array(0);
const idle: Scrubber = { isIdle: true, push: (chunk) => chunk, end: () => nothing };

function passThrough(): Scrubber {
  return idle;
}

function openScrubber(automaton: Automaton, mask: MaskOf): Scrubber {
  const masker = new Masker(automaton, mask);
  let out: Uint8Array[] = [];
  const filter = new CompressedFilter({
    bytes: (bytes) => out.push(masker.push(bytes)),
    mask: (text) => out.push(masker.end(), Buffer.from(text)),
    maskFor: (text) => maskFor(automaton, text, 1, mask),
  });
  const written = (): Uint8Array => {
    const parts = out;
    out = [];
    return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
  };
  return {
    push: (chunk) => {
      filter.push(chunk);
      return written();
    },
    end: () => {
      filter.end();
      out.push(masker.end());
      return written();
    },
  };
}

/** The mask of the first secret in an inflated text, itself or compressed once more. */
function maskFor(automaton: Automaton, text: Uint8Array, depth: number, maskOf: MaskOf): string | undefined {
  const masker = new Masker(automaton, maskOf);
  let nested: string | undefined;
  const filter = new CompressedFilter({
    bytes: (bytes) => {
      masker.push(bytes);
    },
    mask: (mask) => {
      nested ??= mask;
    },
    maskFor: (inner) => (depth < NESTING ? maskFor(automaton, inner, depth + 1, maskOf) : undefined),
  });
  filter.push(text);
  filter.end();
  masker.end();
  return masker.firstFound === undefined ? nested : maskOf(masker.firstFound);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function scrubString(automaton: Automaton, text: string): string {
  const masker = new Masker(automaton, maskOf);
  const parts = [masker.push(encoder.encode(text)), masker.end()];
  return masker.firstFound === undefined ? text : decoder.decode(Buffer.concat(parts));
}

function scrubData(value: Json, scrub: (text: string) => string): Json {
  if (typeof value === 'string') return scrub(value);
  if (typeof value === 'number') return scrub(String(value)) === String(value) ? value : scrub(String(value));
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => scrubData(item as Json, scrub));
  const taken = new Set<string>();
  return Object.fromEntries(
    Object.entries(value as { readonly [key: string]: Json }).map(([key, member]) => [
      freeKey(scrub(key), taken),
      scrubData(member, scrub),
    ]),
  );
}

/** Two keys with the same mask stay two members. */
function freeKey(key: string, taken: Set<string>): string {
  let free = key;
  for (let count = 2; taken.has(free); count += 1) free = `${key} (${count})`;
  taken.add(free);
  return free;
}
