import type { Bundle } from '../../src/ir/bundle.ts';
import type { Expr } from '../../src/ir/expr.ts';
import type { Json } from '../../src/ir/json.ts';
import type { Span } from '../../src/ir/span.ts';
import { type Hole, literalText, showText, type Text } from '../../src/ir/text.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped } from '../../src/map/primitive.ts';

export const span: Span = { source: 'line', start: 0, end: 1 };

/** `${NAME}` in a word is a variable hole. */
export function word(written: string): Text {
  return written.split(/(\$\{[A-Z_]+\})/).flatMap((part): Text => {
    const name = /^\$\{([A-Z_]+)\}$/.exec(part)?.[1];
    return name === undefined ? literalText(part) : [{ kind: 'variable', name, span }];
  });
}

export function command(words: readonly string[], more: Partial<CommandWords> = {}): CommandWords {
  return {
    words: words.map(word),
    spans: words.map(() => span),
    env: new Map(),
    stdin: { kind: 'none' },
    span,
    ...more,
  };
}

export function contextWith(
  files: Readonly<Record<string, string>> = {},
  mapCommand: MapContext['mapCommand'] = () => {
    throw new Error('no inner command expected');
  },
): MapContext {
  const bundle: Bundle = {
    uri: 'skill',
    entry: 'SKILL.md',
    digest: 'sha256:0',
    files: new Map(
      Object.entries(files).map(([path, text]) => [
        path,
        { path, bytes: new TextEncoder().encode(text), digest: 'sha256:0', executable: false },
      ]),
    ),
  };
  return { bundle, cwd: '.', mapCommand };
}

/** A mapping in short: capability, arguments with holes as `${NAME}`, effects as `read path`. */
export function show(result: Mapped): Json {
  if (result.kind !== 'mapped') return `${result.kind} ${result.reason.code}`;
  const drafts = result.drafts.map((draft): Json => {
    if (draft.kind === 'http') return 'http';
    return [draft.capability, showOpen(draft.args), ...draft.effects.map(showEffect)];
  });
  return drafts.length === 1 ? (drafts[0] ?? null) : drafts;
}

function showEffect(effect: DraftEffect): string {
  if (effect.kind === 'read' || effect.kind === 'write') return `${effect.kind} ${showText(effect.path)}`;
  return effect.kind;
}

function showOpen(expr: Expr<Hole>): Json {
  switch (expr.kind) {
    case 'literal':
      return expr.value;
    case 'concat':
      return expr.parts.map((part) => String(showOpen(part))).join('');
    case 'list':
      return expr.items.map(showOpen);
    case 'object':
      return Object.fromEntries(expr.members.map(({ key, value }) => [key, showOpen(value)]));
    default:
      return 'name' in expr ? `\${${expr.name}}` : `\${${expr.kind}}`;
  }
}
