import type { UndecidedEntry } from '../ir/plan.ts';
import type { At } from './code.ts';
import type { Value } from './value.ts';

/** Where in which file of the bundle; an empty path is the code of the command line. */
export interface FoundAt extends At {
  readonly file: string;
}

/** A request, its parts as the values they had: what is put into a record later is then seen too. */
export interface FoundRequest {
  readonly at: FoundAt;
  readonly method: Value;
  readonly url: Value;
  readonly headers: readonly Value[];
  readonly query: readonly Value[];
  /** Members of a JSON or form body, or the whole body as text. */
  readonly body: readonly Value[];
  readonly auth?: Value;
  readonly cookies?: Value;
}

export interface FoundFile {
  readonly kind: 'read' | 'write';
  readonly path: Value;
  readonly at: FoundAt;
}

export interface FoundProgram {
  /** Words of a program, or one text for a shell. */
  readonly argv: Value;
  readonly shell: boolean;
  readonly env?: Value;
  readonly at: FoundAt;
}

export interface FoundVariable {
  readonly name: string;
  readonly required: boolean;
  readonly at: FoundAt;
}

export interface FoundPackage {
  readonly name: string;
  readonly at: FoundAt;
}

export interface FoundUndecided {
  readonly what: UndecidedEntry['what'];
  readonly message: string;
  readonly at: FoundAt;
}

/** What one script was seen to do. Lives for one analysis. */
export class Findings {
  readonly requests: FoundRequest[] = [];
  readonly files: FoundFile[] = [];
  readonly programs: FoundProgram[] = [];
  readonly variables = new Map<string, FoundVariable>();
  readonly packages = new Map<string, FoundPackage>();
  readonly undecided = new Map<string, FoundUndecided>();
  /** Files of the bundle that run. */
  readonly modules = new Set<string>();

  variable(name: string, required: boolean, at: FoundAt): void {
    const known = this.variables.get(name);
    if (known === undefined) this.variables.set(name, { name, required, at });
    else if (required && !known.required) this.variables.set(name, { ...known, required });
  }

  needs(name: string, at: FoundAt): void {
    if (!this.packages.has(name)) this.packages.set(name, { name, at });
  }

  leave(what: UndecidedEntry['what'], message: string, at: FoundAt): void {
    const key = `${what} ${at.file} ${at.start} ${message}`;
    if (!this.undecided.has(key)) this.undecided.set(key, { what, message, at });
  }
}
