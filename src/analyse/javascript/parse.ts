import { createRequire } from 'node:module';
import type { Options, Parser } from 'acorn';
import { bracketDepth } from '../bracket-depth.ts';
import type { At } from '../code.ts';
import { limits } from '../limits.ts';

/** Any node of acorn or of its TypeScript plug-in. */
export interface JsNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export type ParsedJavaScript =
  | { readonly kind: 'tree'; readonly top: JsNode }
  | { readonly kind: 'unread'; readonly why: string; readonly at: At };

export type Dialect = 'javascript' | 'typescript' | 'tsx';

export function dialectOf(path: string): Dialect {
  if (/\.[jt]sx$/i.test(path)) return 'tsx';
  return /\.[mc]?ts$/i.test(path) ? 'typescript' : 'javascript';
}

/** JavaScript or TypeScript text as a tree, or why it is none. Modules first: their grammar hides nothing that a script's shows. */
export function parseJavaScript(source: string, dialect: Dialect): ParsedJavaScript {
  const whole: At = { start: 0, end: source.length };
  if (source.length > limits.source) return { kind: 'unread', why: 'it is too long', at: whole };
  if (bracketDepth(source) > limits.brackets) return { kind: 'unread', why: 'it is nested too deeply', at: whole };
  const parser = parserFor(dialect);
  const module = tryParse(parser, source, 'module');
  if (module.kind === 'tree') return module;
  const script = tryParse(parser, source, 'script');
  return script.kind === 'tree' ? script : module;
}

function tryParse(parser: typeof Parser, source: string, sourceType: 'module' | 'script'): ParsedJavaScript {
  const options: Options = {
    ecmaVersion: 'latest',
    sourceType,
    locations: true,
    allowHashBang: true,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowImportExportEverywhere: false,
  };
  try {
    return { kind: 'tree', top: parser.parse(source, options) as unknown as JsNode };
  } catch (error) {
    const deep = error instanceof TooDeep || error instanceof RangeError;
    const pos = (error as { readonly pos?: unknown }).pos;
    const start = typeof pos === 'number' ? pos : 0;
    return { kind: 'unread', why: deep ? 'it is nested too deeply' : 'it does not parse', at: { start, end: start } };
  }
}

class TooDeep extends Error {}

/** Loaded when the first script is read: compiling what has none must not pay for it. */
function parserFor(dialect: Dialect): typeof Parser {
  const load = createRequire(import.meta.url);
  const acorn = load('acorn') as { readonly Parser: typeof Parser };
  const bounded = acorn.Parser.extend(boundDepth as never);
  if (dialect === 'javascript') return bounded;
  const { tsPlugin } = load('@sveltejs/acorn-typescript') as typeof import('@sveltejs/acorn-typescript');
  return bounded.extend(tsPlugin({ jsx: dialect === 'tsx' }) as never);
}

type Method = (...args: unknown[]) => unknown;
type Methods = Record<string, Method | undefined>;

/** Every way in which acorn calls itself passes one of these. */
const recursive = [
  'parseStatement',
  'parseMaybeAssign',
  'parseMaybeUnary',
  'parseExprOp',
  'parseExprAtom',
  'parseBindingAtom',
  'parseClass',
] as const;

/** The stack of the process must not decide what is read: the depth is counted. */
function boundDepth(Base: new (...args: never[]) => object): unknown {
  let depth = 0;
  const own = class extends Base {};
  for (const name of recursive) {
    const inner = (Base.prototype as Methods)[name];
    if (inner === undefined) throw new Error(`acorn has no ${name}`);
    (own.prototype as Methods)[name] = function counted(this: object, ...args: unknown[]): unknown {
      if (depth >= limits.depth * 4) throw new TooDeep();
      depth++;
      try {
        return inner.apply(this, args);
      } finally {
        depth--;
      }
    };
  }
  return own;
}
