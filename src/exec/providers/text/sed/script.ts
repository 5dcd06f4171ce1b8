import type { Regex } from '../regex/regex.ts';

export type Address =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'last' }
  | { readonly kind: 'regex'; readonly regex: Regex }
  | { readonly kind: 'step'; readonly first: number; readonly step: number };

/** The end of a range: an address, or so many lines on. */
export type RangeEnd = Address | { readonly kind: 'more'; readonly lines: number };

export interface Command {
  readonly from?: Address;
  readonly to?: RangeEnd;
  readonly not: boolean;
  readonly action: Action;
}

export type Action =
  | { readonly kind: 'p' | 'P' | 'd' | 'D' | '=' | 'n' | 'N' | 'h' | 'H' | 'g' | 'G' | 'x' }
  | { readonly kind: 'q' | 'Q'; readonly code: number }
  | { readonly kind: 'a' | 'i' | 'c'; readonly text: string }
  /** To the command of this number; past the last one ends the cycle. */
  | { readonly kind: 'b' | 't' | 'T'; readonly label: string }
  | { readonly kind: ':'; readonly label: string }
  /** To the matching `}` where the address does not fit. */
  | { readonly kind: '{' }
  | { readonly kind: '}' }
  | { readonly kind: 'y'; readonly letters: ReadonlyMap<string, string> }
  | { readonly kind: 's'; readonly substitution: Substitution };

export interface Substitution {
  readonly regex: Regex;
  readonly replacement: readonly Piece[];
  readonly all: boolean;
  /** Which match is the first to be replaced. */
  readonly nth: number;
  readonly print: boolean;
}

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** 0 for the whole match. */
  | { readonly kind: 'group'; readonly group: number }
  /** `\U`, `\L`, `\u`, `\l`, `\E`. */
  | { readonly kind: 'case'; readonly to: 'U' | 'L' | 'u' | 'l' | 'E' };
