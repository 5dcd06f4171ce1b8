import type { Bundle } from '../ir/bundle.ts';
import type { Diagnostic } from '../ir/diagnostic.ts';
import type { Call, SecretUse } from '../ir/plan.ts';
import type { Span } from '../ir/span.ts';
import { isSteering } from '../ir/steering-variable.ts';
import { literalText, type Text } from '../ir/text.ts';
import { Collector } from './infer/collector.ts';
import { type Hints, noHints } from './infer/hints.ts';
import { type Dispatch, mapCommandWords, unknownDraft } from './map-command.ts';
import type { CommandWords, Draft } from './primitive.ts';
import { draftCall } from './program/draft-call.ts';
import { mapSites } from './program/map-sites.ts';
import { emptyScope } from './resolve/scope.ts';

/** One command of a program that runs: every word is known, and secrets are named. */
export interface LiteralCommand {
  readonly words: readonly Text[];
  /** As effects name it: `.`, `sub`, `~/x`, `/abs`. */
  readonly cwd: string;
  /** Names and values of what it inherits. */
  readonly env: ReadonlyMap<string, string>;
  readonly stdin: CommandWords['stdin'];
  readonly span: Span;
}

export type MappedLiteral =
  | { readonly kind: 'calls'; readonly calls: readonly { readonly call: Call; readonly uses: readonly SecretUse[] }[] }
  | { readonly kind: 'refused'; readonly reason: Diagnostic };

/** Every word means itself now: nothing in it is a stand-in, and no credential is looked for. */
const atRunTime: Hints = { ...noHints, fromText: false };

/** The same meaning that the compiler gives the command, once its words are known. */
export function mapLiteralCommand(command: LiteralCommand, dispatch: Dispatch, bundle?: Bundle): MappedLiteral {
  const words = commandWords(command);
  const mapped = mapCommandWords(words, command.cwd, dispatch);
  if (mapped.kind === 'refused') return { kind: 'refused', reason: mapped.reason };
  const drafts: readonly Draft[] = mapped.kind === 'unknown' ? [unknownDraft(words)] : mapped.drafts;
  const calls: { call: Call; uses: readonly SecretUse[] }[] = [];
  for (const draft of drafts) {
    const collector = new Collector();
    const made = draftCall(
      draft,
      collector.numberCall(),
      { command: noCommand(command.span), scope: emptyScope, cwd: command.cwd, piped: false, consumed: false },
      { dispatch, hints: atRunTime, collector, request: {}, files: [], depth: 0, ...(bundle && { bundle }) },
      mapSites,
    );
    if ('code' in made) return { kind: 'refused', reason: made };
    calls.push({ call: made.call, uses: collector.secrets });
  }
  return { kind: 'calls', calls };
}

/** What could steer a program stands in front of it; the rest only reaches programs that are started. */
function commandWords({ words, env, stdin, span }: LiteralCommand): CommandWords {
  const steering = [...env].filter(([name]) => isSteering(name) && !given.has(name));
  return {
    words,
    spans: words.map(() => span),
    env: new Map(steering.map(([name, value]) => [name, literalText(value)])),
    stdin,
    span,
  };
}

/** The host's own values, the same for every program. */
const given = new Set(['HOME', 'PATH', 'PWD', 'OLDPWD', 'TMPDIR', 'USER', 'LOGNAME', 'SHELL', 'SHLVL', '_']);

function noCommand(span: Span) {
  return { kind: 'command', assignments: [], words: [], redirects: [], span } as const;
}
