import type { At, ClassCode, Expr, FunctionCode, Statement } from '../code.ts';
import type { Findings, FoundAt } from '../findings.ts';
import { limits } from '../limits.ts';
import type { Analyser } from '../source.ts';
import { data, type FunctionValue, type InstanceValue, type Value } from '../value.ts';
import type { Frame } from './frame.ts';

/** What a language adds to names, calls and assignments. */
export interface Language {
  readonly builtin: (name: string, frame: Frame, machine: Machine) => Value | undefined;
  readonly importModule: (name: string, frame: Frame, at: At, machine: Machine) => Value;
  /** A member of anything that is not the script's own. */
  readonly member: (object: Value, name: string, place: Place) => Value;
  /** A member that values of every kind have; undefined for one that they have not. */
  readonly anyMember: (object: Value, name: string) => Value | undefined;
  /** `object[key]` of what is not the script's own; undefined where members say it. */
  readonly index: (object: Value, key: Value, place: Place) => Value | undefined;
  /** A function or class of a library. */
  readonly call: (path: string, call: Call) => Value;
  readonly method: (object: Value, name: string, call: Call) => Value;
  /** Operators beyond those that both languages have. */
  readonly binary: (operator: string, left: Value, right: Value, place: Place) => Value | undefined;
  /** Names that a class's objects run when they are made. */
  readonly constructorName: string;
  /** Whether a function of this library touches anything when it is called. */
  readonly touches: (path: string) => boolean;
}

export interface Place {
  readonly at: At;
  readonly frame: Frame;
  readonly machine: Machine;
}

export interface Call extends Place {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** More arguments may follow that nobody knows. */
  readonly open: boolean;
  /** `new` */
  readonly created: boolean;
}

/** The parts that call each other; each file of them imports only those below it. */
export interface Core {
  readonly evaluate: (expr: Expr, frame: Frame, machine: Machine) => Value;
  readonly run: (statements: readonly Statement[], frame: Frame, machine: Machine) => void;
  readonly call: (callee: Value, call: Call, shown: string) => Value;
}

/** One script while it is followed. Lives for one analysis. */
export class Machine {
  readonly language: Language;
  readonly host: Analyser;
  readonly findings: Findings;
  readonly reached = new Set<FunctionCode>();
  /** Every function and method with a name, as it was defined. */
  readonly defined: FunctionValue[] = [];
  readonly modules = new Map<string, Frame>();
  readonly stack: FunctionCode[] = [];
  /** The first object of each class. */
  readonly instances = new Map<ClassCode, InstanceValue>();
  /** Names that code which may run has looked up. */
  readonly looked = new Set<string>();
  exhausted = false;
  private steps = 0;
  private readonly core: Core;

  constructor(core: Core, language: Language, host: Analyser, findings: Findings) {
    this.core = core;
    this.language = language;
    this.host = host;
    this.findings = findings;
  }

  evaluate(expr: Expr, frame: Frame): Value {
    return this.core.evaluate(expr, frame, this);
  }

  run(statements: readonly Statement[], frame: Frame): void {
    this.core.run(statements, frame, this);
  }

  call(callee: Value, call: Call, shown = '…'): Value {
    return this.core.call(callee, call, shown);
  }

  /** False when there is no more to spend. */
  step(cost = 1): boolean {
    this.steps += cost;
    if (this.steps > limits.steps) this.exhausted = true;
    return !this.exhausted;
  }

  /** What it costs to keep the variables of a frame apart for another way. */
  fork({ vars }: Frame): boolean {
    return this.step(1 + Math.ceil(vars.size / 8));
  }

  /** Whether a function may be entered once more. */
  mayEnter(code: FunctionCode): boolean {
    return this.stack.length < limits.calls && this.stack.filter((one) => one === code).length < 3;
  }
}

export const tooMuch: Value = data('more than is followed');

export function foundAt({ at, frame }: Place): FoundAt {
  return { file: frame.file.path, start: at.start, end: at.end };
}

/** A call with these arguments and nothing else. */
export function plainCall({ at, frame, machine }: Place, args: readonly Value[], open = false): Call {
  return { at, frame, machine, args, named: new Map(), open, created: false };
}
