import type { SyntaxNode } from '@lezer/common';
import type { At } from '../code.ts';
import { limits } from '../limits.ts';

/** Names that the function being read assigns, and those it takes from around it. */
interface Names {
  readonly assigned: Set<string>;
  readonly outer: Set<string>;
}

/** One source while it is turned into code. */
export class Reader {
  /** Set where the text is nested deeper than we follow; the whole is then not read. */
  tooDeep: At | undefined;
  readonly text: string;
  private readonly place: (offset: number) => number;
  private depth = 0;
  private names: Names = { assigned: new Set(), outer: new Set() };

  constructor(text: string, place: (offset: number) => number) {
    this.text = text;
    this.place = place;
  }

  at(node: SyntaxNode): At {
    return { start: this.place(node.from), end: this.place(node.to) };
  }

  written(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  /** Python compares identifiers after this normalisation: `ｅｖａｌ` is `eval`. */
  name(node: SyntaxNode): string {
    const written = this.written(node);
    return /^[\w]*$/.test(written) ? written : written.normalize('NFKC');
  }

  deeper<T>(node: SyntaxNode, otherwise: T, read: () => T): T {
    if (this.depth >= limits.depth) {
      this.tooDeep ??= this.at(node);
      return otherwise;
    }
    this.depth++;
    const made = read();
    this.depth--;
    return made;
  }

  assign(name: string): void {
    this.names.assigned.add(name);
  }

  takeFromOutside(name: string): void {
    this.names.outer.add(name);
  }

  /** Runs `read` as the inside of a function and gives the names that are its own. */
  inFunction<T>(read: () => T): { readonly made: T; readonly locals: ReadonlySet<string> } {
    const around = this.names;
    this.names = { assigned: new Set(), outer: new Set() };
    const made = read();
    const { assigned, outer } = this.names;
    this.names = around;
    return { made, locals: new Set([...assigned].filter((name) => !outer.has(name))) };
  }
}

/** Children without comments. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const out: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name !== 'Comment') out.push(child);
  return out;
}

/** Splits at nodes with one of these names, which are left out. */
export function splitAt(nodes: readonly SyntaxNode[], names: readonly string[]): readonly (readonly SyntaxNode[])[] {
  const groups: SyntaxNode[][] = [[]];
  for (const node of nodes) {
    if (names.includes(node.name)) groups.push([]);
    else groups.at(-1)?.push(node);
  }
  return groups;
}
