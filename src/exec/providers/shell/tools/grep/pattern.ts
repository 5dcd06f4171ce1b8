import { patternFlaw, turned } from '../../../text/pattern-flaw.ts';

export type PatternKind = 'basic' | 'extended' | 'fixed' | 'perl';

export interface PatternOptions {
  readonly kind: PatternKind;
  readonly ignoreCase: boolean;
  readonly word: boolean;
  readonly line: boolean;
}

export type Compiled =
  | { readonly kind: 'pattern'; readonly regex: RegExp }
  | { readonly kind: 'flaw'; readonly flaw: string };

const classes: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: ' \\t\\n\\r\\f\\v',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  print: ' -~',
  graph: '!-~',
  cntrl: '\\x00-\\x1f\\x7f',
};

/** Several patterns as one: a line is found by any of them. What POSIX and this language read differently is named. */
export function compilePattern(patterns: readonly string[], options: PatternOptions): Compiled {
  const parts: string[] = [];
  for (const pattern of patterns) {
    const part = translated(pattern, options.kind);
    if ('flaw' in part) return { kind: 'flaw', flaw: part.flaw };
    parts.push(part.source);
  }
  const any = parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => `(?:${part})`).join('|');
  const bound = options.line ? `^(?:${any})$` : options.word ? `(?<![A-Za-z0-9_])(?:${any})(?![A-Za-z0-9_])` : any;
  try {
    return { kind: 'pattern', regex: new RegExp(bound, `gu${options.ignoreCase ? 'i' : ''}`) };
  } catch {
    return { kind: 'flaw', flaw: 'this pattern' };
  }
}

function translated(pattern: string, kind: PatternKind): { readonly source: string } | { readonly flaw: string } {
  if (kind === 'fixed') return { source: pattern.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&') };
  if (kind === 'perl') return perl(pattern);
  const flaw = patternFlaw(pattern, kind === 'extended');
  if (flaw !== undefined) return { flaw };
  if (/\\[dDntrvfaexcoQEpPAzZGKRhHNXu0]/.test(pattern)) return { flaw: 'an escape that is no part of POSIX' };
  return { source: forUnicode(kind === 'extended' ? pattern : turned(pattern)) };
}

function perl(pattern: string): { readonly source: string } | { readonly flaw: string } {
  if (/\(\?[^:=!<]|\(\?<[^=!]|[*+?}]\+|\\[QEGAzZRhHNXpP]|\(\*|\\g|\[\[:/.test(pattern))
    return { flaw: 'this Perl pattern' };
  const parts = pattern.split('\\K');
  if (parts.length > 2) return { flaw: 'this Perl pattern' };
  const [before, behind] = parts;
  return { source: forUnicode(behind === undefined ? (before ?? '') : `(?<=${before ?? ''})${behind}`) };
}

/** Classes by name, and no escape of a character that needs none: in this language that is an error. */
function forUnicode(pattern: string): string {
  const bracket = /\[(\^?)(\]?(?:\[:[a-z]+:\]|\\.|[^\]\\]){0,64})\]/g;
  return pattern
    .replace(/\\[<>]/g, '\\b')
    .replace(/\\([^A-Za-z0-9\\^$.*+?()[\]{}|/])/g, '$1')
    .replace(bracket, (_, not: string, inside: string) => {
      const members = inside
        .replace(/\[:([a-z]+):\]/g, (all, name: string) => `\u0000${name in classes ? name : all}\u0000`)
        .replace(/[[\]]/g, '\\$&')
        .replace(/\u0000([a-z]+)\u0000/g, (_all, name: string) => classes[name] ?? '');
      return `[${not}${members}]`;
    });
}
