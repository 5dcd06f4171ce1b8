import type { ScriptSource } from '../../analyse/source.ts';
import type { Bundle } from '../../ir/bundle.ts';
import type { Expr } from '../../ir/expr.ts';
import { exprText } from '../../ir/expr-text.ts';
import type { Hole, Text } from '../../ir/text.ts';
import type { Hints } from '../infer/hints.ts';
import { splitPlaceholders } from '../infer/placeholders.ts';
import type { PlainDraft } from '../primitive.ts';
import { dynamicHole, type Scope } from '../resolve/scope.ts';

export type FoundSource =
  | { readonly kind: 'source'; readonly source: ScriptSource }
  /** Nobody has seen it. */
  | { readonly kind: 'unseen'; readonly why: string }
  /** It runs no code of the skill: `python3 --version`. */
  | { readonly kind: 'none' };

/** The code that a draft of `sandbox.python` or `sandbox.node` runs. */
export function scriptSource(
  draft: PlainDraft,
  scope: Scope,
  bundle: Bundle | undefined,
  { fromText }: Pick<Hints, 'fromText'>,
): FoundSource {
  const member = (name: string) => draft.args.members.find(({ key }) => key === name)?.value;
  const [script, code, module] = ['script', 'code', 'module'].map((name) => literalOf(member(name)));
  const language = draft.capability === 'sandbox.python' ? 'python' : 'javascript';
  const written = listTexts(member('args'));
  const words = fromText ? written.map((word) => splitPlaceholders(word, 'argument', draft.span)) : written;
  const env = variables(member('env'), scope, draft);
  const common = { language, words, env } as const;
  if (code !== undefined) return { kind: 'source', source: { ...common, text: code, span: draft.span } };
  const path = script ?? (module === undefined ? undefined : moduleFile(module, bundle));
  if (path === undefined)
    return module === undefined
      ? { kind: 'none' }
      : { kind: 'unseen', why: `what the module \`${module}\` does is not in the text` };
  const text = fileText(path, bundle);
  if (text === undefined) return { kind: 'unseen', why: `\`${path}\` is not in the bundle, or is no text` };
  return { kind: 'source', source: { ...common, path, text, span: { source: path, start: 0, end: text.length } } };
}

/** `python3 -m tool.main` of a skill that has `tool/main.py`. */
function moduleFile(module: string, bundle: Bundle | undefined): string | undefined {
  const base = module.replaceAll('.', '/');
  return [`${base}.py`, `${base}/__main__.py`].find((path) => bundle?.files.has(path) === true);
}

export function fileText(path: string, bundle: Bundle | undefined): string | undefined {
  const file = bundle?.files.get(path);
  if (file === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file.bytes);
  } catch {
    return undefined;
  }
}

function literalOf(expr: Expr<Hole> | undefined): string | undefined {
  return expr?.kind === 'literal' && typeof expr.value === 'string' ? expr.value : undefined;
}

function listTexts(expr: Expr<Hole> | undefined): readonly Text[] {
  return expr?.kind === 'list' ? expr.items.map(exprText) : [];
}

/** Variables in front of the command, and those that the program around it exports. */
function variables(expr: Expr<Hole> | undefined, scope: Scope, draft: PlainDraft): ReadonlyMap<string, Text> {
  const own = expr?.kind === 'object' ? expr.members.map(({ key, value }) => [key, exprText(value)] as const) : [];
  const exported = [...scope.exported].flatMap((name): readonly (readonly [string, Text])[] => {
    const value = scope.values.get(name);
    const reason = scope.dynamic.get(name);
    if (reason !== undefined) return [[name, [dynamicHole(name, reason, draft.span)]]];
    return value === undefined ? [] : [[name, value]];
  });
  return new Map([...exported, ...own]);
}
