export type Expr =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'regex'; readonly pattern: string }
  | Target
  | { readonly kind: 'group'; readonly items: readonly Expr[] }
  | { readonly kind: 'assign'; readonly operator: string; readonly target: Target; readonly value: Expr }
  | { readonly kind: 'step'; readonly by: 1 | -1; readonly first: boolean; readonly target: Target }
  | { readonly kind: 'unary'; readonly operator: '-' | '+' | '!'; readonly value: Expr }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'choice'; readonly test: Expr; readonly yes: Expr; readonly no: Expr }
  | { readonly kind: 'in'; readonly keys: readonly Expr[]; readonly array: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expr[] }
  /** One of the program's own functions. */
  | { readonly kind: 'own'; readonly name: string; readonly args: readonly Expr[] };

/** What can be assigned to. */
export type Target =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly index: Expr }
  | { readonly kind: 'element'; readonly array: string; readonly keys: readonly Expr[] };

export type Statement =
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'expression'; readonly value: Expr }
  | { readonly kind: 'print'; readonly items: readonly Expr[] }
  | { readonly kind: 'printf'; readonly items: readonly Expr[] }
  | { readonly kind: 'if'; readonly test: Expr; readonly yes: Statement; readonly no?: Statement }
  | { readonly kind: 'while'; readonly test: Expr; readonly body: Statement }
  | { readonly kind: 'do'; readonly body: Statement; readonly test: Expr }
  | {
      readonly kind: 'for';
      readonly start?: Statement;
      readonly test?: Expr;
      readonly step?: Statement;
      readonly body: Statement;
    }
  | { readonly kind: 'each'; readonly name: string; readonly array: string; readonly body: Statement }
  | { readonly kind: 'delete'; readonly array: string; readonly keys?: readonly Expr[] }
  | { readonly kind: 'break' | 'continue' | 'next' }
  | { readonly kind: 'exit'; readonly code?: Expr }
  | { readonly kind: 'return'; readonly value?: Expr };

export interface OwnFunction {
  readonly name: string;
  readonly params: readonly string[];
  readonly body: Statement;
}

export interface Program {
  readonly rules: readonly Rule[];
  readonly functions: ReadonlyMap<string, OwnFunction>;
}

export interface Rule {
  readonly when:
    | { readonly kind: 'begin' | 'end' | 'always' }
    | { readonly kind: 'test'; readonly test: Expr }
    | { readonly kind: 'range'; readonly from: Expr; readonly to: Expr };
  /** Prints the record where left out. */
  readonly body?: Statement;
}
