import { createHash } from 'node:crypto';
import { shippedTools } from '../../../src/capabilities/load.ts';
import type { Bundle } from '../../../src/ir/bundle.ts';
import { showExpr } from '../../../src/ir/expr.ts';
import type { Json } from '../../../src/ir/json.ts';
import { type DynamicHole, literalText, type Text } from '../../../src/ir/text.ts';
import { dispatchFor } from '../../../src/map/dispatch.ts';
import { mapCommandWords } from '../../../src/map/map-command.ts';
import type { CommandWords, Mapped } from '../../../src/map/primitive.ts';
import { showEffect } from '../../../src/map/tools/check-examples.ts';
import { exampleWords } from '../../../src/map/tools/example-words.ts';
import { span } from '../command-words.ts';

const tools = shippedTools();

export type Stdin = CommandWords['stdin'];

export interface Setting {
  readonly files?: Readonly<Record<string, string>>;
  readonly stdin?: Stdin;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly directory?: string;
}

/** Output of another program, as the resolver hands it on. */
export function output(name = '$(curl …)'): DynamicHole {
  return { kind: 'dynamic', name, reason: 'output of curl', span };
}

/** Maps words as the whole table does; `<name>` in a line is a value that is not in the text. */
export function mapWords(words: readonly Text[], setting: Setting = {}): Mapped {
  const command: CommandWords = {
    words,
    spans: words.map(() => span),
    env: new Map(Object.entries(setting.env ?? {}).map(([name, value]) => [name, literalText(value)])),
    stdin: setting.stdin ?? { kind: 'none' },
    span,
  };
  return mapCommandWords(command, setting.cwd ?? '.', dispatchFor(tools, bundleOf(setting)));
}

export function run(line: string, setting: Setting = {}): Json {
  return summary(mapWords(exampleWords(line), setting));
}

/** `refused code`, or capability, arguments and effects, then the codes of the diagnostics. */
export function summary(result: Mapped): Json {
  if (result.kind !== 'mapped') return `${result.kind} ${result.reason.code}`;
  const drafts = result.drafts.map((draft): Json => {
    if (draft.kind === 'http') return { http: draft.request.url.length > 0 };
    // Holes show like parameters.
    const args = showExpr(
      JSON.parse(
        JSON.stringify(draft.args)
          .replaceAll('"kind":"placeholder"', '"kind":"param"')
          .replaceAll('"kind":"dynamic"', '"kind":"dynamic-value"'),
      ),
    );
    const script = draft.script === undefined ? {} : { script: draft.script.text };
    return { [draft.capability]: args, effects: draft.effects.map(showEffect), ...script };
  });
  return [...drafts, ...result.diagnostics.map(({ code }) => code)];
}

export function digest(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function bundleOf({ files, directory }: Setting): Bundle {
  const entries = Object.entries(files ?? {}).map(
    ([path, text]) =>
      [path, { path, bytes: new TextEncoder().encode(text), digest: digest(text), executable: true }] as const,
  );
  return {
    uri: 'skill',
    entry: 'SKILL.md',
    digest: 'sha256:0',
    files: new Map(entries),
    ...(directory === undefined ? {} : { directory }),
  };
}
