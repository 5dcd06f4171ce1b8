import type { ParamStyle } from './expr.ts';
import type { Span } from './span.ts';

/**
 * A word of a command after shell quoting is removed: literal pieces, and holes whose value is not in the text.
 * At run time a text holds literals only; the same primitives read both.
 */
export type Text = readonly Piece[];

export type Piece = LiteralPiece | Hole;

export interface LiteralPiece {
  readonly kind: 'literal';
  readonly value: string;
  /** Set when the shell would treat `*`, `?` or `[…]` in this piece as a file-name pattern. */
  readonly glob?: true;
}

export type Hole = VariableHole | PlaceholderHole | SecretHole | DynamicHole;

/** `$NAME` or `${NAME:-fallback}` that nothing in the source assigns: it comes from outside. */
export interface VariableHole {
  readonly kind: 'variable';
  readonly name: string;
  readonly fallback?: string;
  /** Whoever reads it goes on without it. */
  readonly optional?: true;
  readonly span: Span;
}

/** A stand-in that the author expects the reader to replace: `<id>`, `{id}`, `YOUR_API_KEY`, `:id`. */
export interface PlaceholderHole {
  readonly kind: 'placeholder';
  /** A snake_case name made from what is written. */
  readonly name: string;
  readonly written: string;
  /** Leave out the query pair, header or member that holds it when the caller gives no value. */
  readonly optional?: true;
  /** How a list or an object is written in its place (OpenAPI's `style` and `explode`). */
  readonly style?: ParamStyle;
  readonly span: Span;
}

/** A credential the format declares as such (`auth.env_var`, a security scheme). */
export interface SecretHole {
  readonly kind: 'secret';
  readonly name: string;
  readonly span: Span;
}

/** Known only while the program runs: `$(…)`, a loop variable, an unmodelled expansion. */
export interface DynamicHole {
  readonly kind: 'dynamic';
  /** The variable or construct as the reader knows it, e.g. `TOKEN` or `$(date +%s)`. */
  readonly name: string;
  /** Why it is not known, e.g. `output of curl`. */
  readonly reason: string;
  readonly span: Span;
  /** Names of programs' outputs and variables this value was made from. */
  readonly from?: readonly string[];
  /** Variables that the construct reads: what it is made of. */
  readonly variables?: readonly string[];
  /** `$(echo -n "user:$PASS" | base64)`: the two halves of a login. */
  readonly login?: { readonly user: Text; readonly password: Text };
}

export function literalText(value: string): Text {
  return value === '' ? [] : [{ kind: 'literal', value }];
}

/** The whole value, if every piece is literal. */
export function literalOf(text: Text): string | undefined {
  let out = '';
  for (const piece of text) {
    if (piece.kind !== 'literal') return undefined;
    out += piece.value;
  }
  return out;
}

export function isHole(piece: Piece): piece is Hole {
  return piece.kind !== 'literal';
}

export function hasGlob(text: Text): boolean {
  return text.some((piece) => piece.kind === 'literal' && piece.glob === true);
}

export function concatTexts(...texts: readonly Text[]): Text {
  return joinTexts(texts);
}

/** Joins texts and merges neighbouring literals, so equal texts are equal values. */
export function joinTexts(texts: readonly Text[]): Text {
  const [only, second] = texts;
  if (
    only !== undefined &&
    second === undefined &&
    only.length === 1 &&
    only[0]?.kind === 'literal' &&
    only[0].value !== ''
  )
    return only;
  const out: Piece[] = [];
  for (const text of texts) {
    for (const piece of text) {
      const last = out.at(-1);
      if (piece.kind === 'literal' && piece.value === '') continue;
      if (piece.kind === 'literal' && last?.kind === 'literal' && piece.glob === last.glob) {
        out[out.length - 1] = { ...last, value: last.value + piece.value };
      } else {
        out.push(piece);
      }
    }
  }
  return out;
}

/** A readable form for messages: holes as `${name}`. */
export function showText(text: Text): string {
  return text.map((piece) => (piece.kind === 'literal' ? piece.value : `\${${piece.name}}`)).join('');
}
