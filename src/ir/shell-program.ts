import type { Span } from './span.ts';

/** A shell program as parsed, not understood. Spans point into the skill's source, not into the block. */
export interface ShellProgram {
  readonly kind: 'program';
  /** The program's own text, without a list's or quote's indentation. */
  readonly text: string;
  readonly statements: readonly ShellStatement[];
  /** Text that bash would not parse: it has no statements, and nothing of it can run. */
  readonly unread?: { readonly lines: number; readonly reason: string };
  readonly span: Span;
}

export interface ShellStatement {
  readonly kind: 'statement';
  readonly node: ShellNode;
  readonly background: boolean;
  /** The comment lines directly above, without `#`. */
  readonly comment?: string;
  readonly span: Span;
}

export type ShellNode =
  | ShellCommand
  | {
      readonly kind: 'pipeline';
      readonly commands: readonly ShellNode[];
      readonly negated: boolean;
      readonly span: Span;
    }
  | {
      readonly kind: 'and-or';
      readonly items: readonly ShellNode[];
      readonly operators: readonly ('&&' | '||')[];
      readonly span: Span;
    }
  | ShellCompound;

export interface ShellCommand {
  readonly kind: 'command';
  readonly assignments: readonly ShellAssignment[];
  /** The command word first; empty for a bare assignment or redirection. */
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  readonly span: Span;
}

/** Everything with a body. What the form does with its parts matters to few passes; that it has them matters to all. */
export interface ShellCompound {
  readonly kind: 'compound';
  readonly form:
    | 'if'
    | 'for'
    | 'arithmetic-for'
    | 'select'
    | 'while'
    | 'until'
    | 'case'
    | 'subshell'
    | 'group'
    | 'function'
    | 'coproc'
    | 'test'
    | 'arithmetic';
  /** Loop variable or function name. */
  readonly name?: string;
  /** Loop list, case subject and patterns, operands of `[[ ]]` (a unary operator is a word of its own). */
  readonly words: readonly ShellWord[];
  /** Conditions, branches and bodies, in source order. */
  readonly blocks: readonly (readonly ShellStatement[])[];
  readonly redirects: readonly ShellRedirect[];
  readonly span: Span;
}

export interface ShellAssignment {
  readonly name: string;
  readonly append: boolean;
  /** Undefined for an array element or an array literal. */
  readonly value?: ShellWord;
  readonly elements?: readonly ShellWord[];
  readonly span: Span;
}

export interface ShellRedirect {
  readonly operator: '>' | '>>' | '<' | '<>' | '<&' | '>&' | '>|' | '&>' | '&>>' | '<<<' | '<<' | '<<-';
  readonly descriptor?: number;
  /** `{fd}>f`: bash opens a descriptor of its own and assigns its number. */
  readonly variable?: string;
  readonly target?: ShellWord;
  /** The body of a heredoc. */
  readonly body?: ShellWord;
  readonly span: Span;
}

export interface ShellWord {
  readonly parts: readonly ShellPart[];
  /** As written, quotes included. */
  readonly text: string;
  readonly span: Span;
}

export type ShellPart =
  | { readonly kind: 'literal'; readonly value: string; readonly quoted: boolean; readonly span: Span }
  /** `<id>` outside quotes, which bash would read as redirections. */
  | { readonly kind: 'placeholder'; readonly written: string; readonly span: Span }
  | { readonly kind: 'glob'; readonly value: string; readonly span: Span }
  | { readonly kind: 'brace'; readonly value: string; readonly span: Span }
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly quoted: boolean;
      /**
       * `:-`, `-`, `:=`, `=`, `:?`, `?`, `:+`, `+`; anything else (slices, replacements, indices) is `other`, but for
       * `${x@P}` and `${a['$(id)']}`, where the shell runs the commands it finds in quoted text or in the value: `again`.
       */
      readonly operator?: ':-' | '-' | ':=' | '=' | ':?' | '?' | ':+' | '+' | 'other' | 'again';
      readonly operand?: ShellWord;
      readonly span: Span;
    }
  | {
      readonly kind: 'substitution';
      readonly form: 'command' | 'input' | 'output';
      readonly statements: readonly ShellStatement[];
      readonly quoted: boolean;
      readonly span: Span;
    }
  | {
      readonly kind: 'arithmetic';
      readonly text: string;
      readonly quoted: boolean;
      /** Variables and substitutions inside. */
      readonly parts: readonly ShellPart[];
      readonly span: Span;
    };
