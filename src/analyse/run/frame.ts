import type { Value } from '../value.ts';
import { join } from '../value.ts';

/** Variables of one call of a function, of one module, or of a comprehension. */
export class Frame {
  vars = new Map<string, Value>();
  /** What `return` gave. */
  readonly returns: Value[] = [];
  readonly parent: Frame | undefined;
  /** Names that are its own; undefined: all that are assigned in it. */
  readonly own: ReadonlySet<string> | undefined;
  /** The bundle file whose code this is. */
  readonly file: SourceFile;
  /** What an importer sees, where it differs from the variables. */
  readonly exports = new Map<string, Value>();
  /** Functions that were handed to code which calls them back. */
  readonly calledBack = new Set<object>();

  constructor(file: SourceFile, parent: Frame | undefined, own: ReadonlySet<string> | undefined) {
    this.file = file;
    this.parent = parent;
    this.own = own;
  }

  lookup(name: string): Value | undefined {
    for (let frame: Frame | undefined = this; frame !== undefined; frame = frame.parent) {
      const value = frame.vars.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** A name of another frame may be assigned at any time: it then has both values. */
  assign(name: string, value: Value): void {
    const owner = this.ownerOf(name);
    if (owner === this) this.vars.set(name, value);
    else owner.vars.set(name, join([...before(owner, name), value]));
  }

  private ownerOf(name: string): Frame {
    let frame: Frame = this;
    while (frame.own !== undefined && !frame.own.has(name) && frame.parent !== undefined) frame = frame.parent;
    return frame;
  }
}

function before(frame: Frame, name: string): readonly Value[] {
  const value = frame.vars.get(name);
  return value === undefined ? [] : [value];
}

export interface SourceFile {
  /** Path inside the bundle; empty for code of a command line. */
  readonly path: string;
}

/** What holds after one of several ways was taken. */
export function joinVars(ways: readonly ReadonlyMap<string, Value>[]): Map<string, Value> {
  const out = new Map<string, Value>();
  for (const way of ways) {
    for (const [name, value] of way) {
      const known = out.get(name);
      out.set(name, known === undefined || known === value ? value : join([known, value]));
    }
  }
  return out;
}
