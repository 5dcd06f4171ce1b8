/**
 * A script as both front ends give it: Python and JavaScript differ in their libraries and in how they are written, hardly in what
 * calls, names and assignments mean. Offsets are those of the source text.
 */
export interface At {
  readonly start: number;
  readonly end: number;
}

export type Expr = At &
  (
    | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
    /** f-string, template literal, neighbouring strings. */
    | { readonly kind: 'template'; readonly parts: readonly Expr[] }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly object: Expr; readonly name: string }
    | { readonly kind: 'index'; readonly object: Expr; readonly key: Expr }
    | { readonly kind: 'slice'; readonly object: Expr; readonly bounds: readonly (Expr | undefined)[] }
    | { readonly kind: 'call'; readonly callee: Expr; readonly args: readonly Argument[]; readonly created: boolean }
    | { readonly kind: 'list'; readonly items: readonly Item[] }
    | { readonly kind: 'record'; readonly entries: readonly Entry[] }
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Expr; readonly right: Expr }
    /** One of the values; the tests only run. */
    | { readonly kind: 'choice'; readonly tests: readonly Expr[]; readonly values: readonly Expr[] }
    /** Left or right, as `or`, `||`, `??` choose; `and`, `&&` give the right one or nothing. */
    | { readonly kind: 'either'; readonly operator: 'or' | 'and'; readonly left: Expr; readonly right: Expr }
    | { readonly kind: 'function'; readonly code: FunctionCode }
    | { readonly kind: 'class'; readonly code: ClassCode }
    | { readonly kind: 'assign'; readonly target: Target; readonly value: Expr; readonly operator?: string }
    | {
        readonly kind: 'comprehension';
        readonly key?: Expr;
        readonly value: Expr;
        readonly clauses: readonly Clause[];
      }
    /** Runs its parts and gives a value of no interest: comparisons, arithmetic, `await`'s like. */
    | { readonly kind: 'other'; readonly parts: readonly Expr[] }
    /** Gives what its part gives: parentheses, `await`, type annotations. */
    | { readonly kind: 'same'; readonly part: Expr }
  );

export interface Argument {
  readonly value: Expr;
  /** `name=value` of Python. */
  readonly name?: string;
  /** `*list`, `...list`; `**record` where there is a record. */
  readonly spread?: 'list' | 'record';
}

export interface Item {
  readonly value: Expr;
  readonly spread: boolean;
}

/** Without a key its value is spread. */
export interface Entry {
  readonly key?: Expr;
  readonly value: Expr;
}

export interface Clause {
  readonly target: Target;
  readonly iterable: Expr;
  readonly tests: readonly Expr[];
}

export type Target =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly object: Expr; readonly name: string }
  | { readonly kind: 'index'; readonly object: Expr; readonly key: Expr }
  | { readonly kind: 'list'; readonly items: readonly (ListTarget | undefined)[] }
  | { readonly kind: 'record'; readonly entries: readonly RecordTarget[] }
  /** Nothing that is kept: `del x`, a pattern that is not read. */
  | { readonly kind: 'nothing'; readonly parts: readonly Expr[] };

export interface ListTarget {
  readonly target: Target;
  readonly preset?: Expr;
  readonly rest?: true;
}

/** `{ key: target = preset }`; without a key the rest. */
export interface RecordTarget {
  readonly key?: Expr;
  readonly target: Target;
  readonly preset?: Expr;
}

export interface Param {
  readonly target: Target;
  /** By which a caller may give it (Python). */
  readonly name?: string;
  readonly preset?: Expr;
  /** `*args`, `...args`; `**kwargs`. */
  readonly rest?: 'list' | 'record';
  readonly keywordOnly?: true;
}

export interface FunctionCode extends At {
  readonly name: string;
  readonly params: readonly Param[];
  readonly body: readonly Statement[];
  /** Names that belong to the function and not to what is around it. */
  readonly locals: ReadonlySet<string>;
  /** The first parameter is the object (Python). */
  readonly takesSelf: boolean;
  /** `this` is that of the code around it. */
  readonly arrow: boolean;
}

export interface ClassCode extends At {
  readonly name: string;
  readonly bases: readonly Expr[];
  readonly members: readonly ClassMember[];
  /** Everything else in its body. */
  readonly body: readonly Statement[];
}

export type ClassMember =
  | {
      readonly kind: 'method';
      readonly name: string;
      readonly code: FunctionCode;
      /** `property`, `get` and `set`: run when the name is looked at. */
      readonly form: 'plain' | 'static' | 'class' | 'property';
      readonly decorators: readonly Expr[];
    }
  | { readonly kind: 'field'; readonly name: string; readonly value?: Expr; readonly shared: boolean };

export type Statement =
  | { readonly kind: 'expression'; readonly value: Expr }
  | {
      readonly kind: 'function';
      readonly name: string;
      readonly code: FunctionCode;
      readonly decorators: readonly Expr[];
    }
  | { readonly kind: 'class'; readonly name: string; readonly code: ClassCode; readonly decorators: readonly Expr[] }
  | ImportStatement
  | { readonly kind: 'export'; readonly local: string; readonly name: string }
  | {
      readonly kind: 'export-from';
      readonly module: string;
      readonly name?: string;
      readonly local?: string;
      readonly at: At;
    }
  | { readonly kind: 'return'; readonly value?: Expr }
  /** One of the bodies, or none. */
  | {
      readonly kind: 'branch';
      readonly tests: readonly Expr[];
      readonly bodies: readonly (readonly Statement[])[];
      readonly exhaustive: boolean;
      /** `if __name__ == "__main__"` and `require.main === module`. */
      readonly main?: true;
    }
  | {
      readonly kind: 'loop';
      readonly target?: Target;
      readonly iterable?: Expr;
      /** Keys, not values: `for … in` of JavaScript. */
      readonly keys?: true;
      readonly tests: readonly Expr[];
      readonly body: readonly Statement[];
    }
  /** `handlers` may run after any part of `body`. */
  | {
      readonly kind: 'try';
      readonly body: readonly Statement[];
      readonly handlers: readonly { readonly target?: Target; readonly body: readonly Statement[] }[];
      readonly after: readonly Statement[];
    }
  | { readonly kind: 'with'; readonly value: Expr; readonly target?: Target }
  /** `with (x) { … }` of JavaScript and its like: names mean something else inside. */
  | { readonly kind: 'unread'; readonly why: string; readonly at: At };

export interface ImportStatement {
  readonly kind: 'import';
  /** As written, with the leading dots of Python. */
  readonly module: string;
  /** The module itself, under this name. Python's `import a.b` gives `a`. */
  readonly whole?: { readonly local: string; readonly top: boolean };
  readonly names: readonly { readonly imported: string; readonly local: string }[];
  /** `from x import *` */
  readonly all: boolean;
  readonly at: At;
}

export type ReadCode =
  | { readonly kind: 'code'; readonly body: readonly Statement[] }
  /** It does not parse, or is more than we read. */
  | { readonly kind: 'unread'; readonly why: string; readonly at: At };
