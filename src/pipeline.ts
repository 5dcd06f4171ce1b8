import { isShown, shown } from './findings/documented.ts';
import { findingsOf } from './findings/index.ts';
import type { Bundle } from './ir/bundle.ts';
import type { CommandCounts } from './ir/command-counts.ts';
import { type Diagnostic, strictly } from './ir/diagnostic.ts';
import type { Plan } from './ir/plan.ts';
import { planDigest } from './ir/plan-digest.ts';
import { isDistinctive, redact, type WrittenCredential } from './ir/redact.ts';
import type { Operation, Skill } from './ir/skill.ts';
import type { Span } from './ir/span.ts';
import { credentialsInText } from './map/credentials-in-text.ts';
import { dispatchFor } from './map/dispatch.ts';
import { mapOperation } from './map/operation.ts';
import { hintsOf } from './map/skill-hints.ts';
import type { ToolTable } from './map/tools/tool.ts';
import { decode } from './parse/decode.ts';
import { parseSkill } from './parse/index.ts';
import { reviewSetup } from './review-setup.ts';

export interface CompileOptions {
  readonly tools: ToolTable;
  /** Deviations from the format's own rules are errors. */
  readonly strict?: boolean;
  /** Origins that may be read without asking. */
  readonly trustedOrigins?: ReadonlySet<string>;
}

export interface CompiledOperation {
  readonly operation: Operation;
  /** Undefined when the operation can never run. */
  readonly plan?: Plan;
  readonly digest?: string;
  readonly counts: CommandCounts;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Compiled {
  /** Undefined when the source was rejected. */
  readonly skill?: Skill;
  readonly operations: readonly CompiledOperation[];
  /** Credentials that the source writes out; renderers of source text blot them. Never printed. */
  readonly credentials: readonly WrittenCredential[];
  /** All of them, those of the operations included. */
  readonly diagnostics: readonly Diagnostic[];
}

/** bytes ──parse──▶ Skill ──map──▶ Plans. Pure: the bundle is a snapshot, and nothing else is read. */
export function compileBundle(bundle: Bundle, options: CompileOptions): Compiled {
  const judge = (diagnostic: Diagnostic) => (options.strict === true ? strictly(diagnostic) : diagnostic);
  const parsed = parseSkill(bundle);
  const found = parsed.diagnostics.map(judge);
  const skill = parsed.skill;
  if (skill === undefined) return { operations: [], credentials: [], diagnostics: found };
  const text = entryText(bundle);
  const dispatch = dispatchFor(options.tools, bundle);
  const hints = hintsOf(skill, text);
  const shared = { dispatch, hints, bundle, trustedOrigins: options.trustedOrigins ?? new Set<string>() };
  const mapping = { ...shared, classifications: skill.classifications, declared: skill.declared };
  const credentials: WrittenCredential[] = [];
  const operations = skill.operations.map((operation): CompiledOperation => {
    const mapped = mapOperation(operation, mapping);
    credentials.push(...mapped.embedded.map((one) => ({ ...one, span: operation.span })));
    const { counts } = mapped;
    const judged = mapped.diagnostics.map(judge);
    const diagnostics = mapped.plan === undefined && isShown(operation, text) ? judged.map(shown) : judged;
    return mapped.plan === undefined
      ? { operation, counts, diagnostics }
      : { operation, plan: mapped.plan, counts, diagnostics };
  });
  const inText = credentialsInText(text, bundle.entry, credentials);
  credentials.push(...inText.map(({ credential }) => credential));
  found.push(...inText.map(({ diagnostic }) => judge(diagnostic)));
  const plans = operations.flatMap(({ plan }) => plan ?? []);
  const isNamed = (name: string) => isWritten(name, text, bundle);
  const setup = reviewSetup(skill, mapping, isNamed);
  const findings = findingsOf({ skill, plans, setup: setup.plans, isWritten: isNamed });
  found.push(...[...findings, ...setup.findings].map(judge));
  const clean = redactAll(skill, operations, credentials);
  const digested = clean.operations.map((one) =>
    one.plan === undefined ? one : { ...one, digest: planDigest(one.plan) },
  );
  const diagnostics = [
    ...redact(found, credentials.filter(isDistinctive)),
    ...digested.flatMap((one) => one.diagnostics),
  ];
  return { skill: clean.skill, operations: digested, credentials, diagnostics };
}

/** Distinctive values are replaced everywhere, short ones in the operations and set-up lines that hold them. */
function redactAll(
  skill: Skill,
  operations: readonly CompiledOperation[],
  credentials: readonly WrittenCredential[],
): { readonly skill: Skill; readonly operations: readonly CompiledOperation[] } {
  if (credentials.length === 0) return { skill, operations };
  const everywhere = credentials.filter(isDistinctive);
  const within = (place: Span) =>
    credentials.filter(
      ({ span }) => span.source === place.source && span.start >= place.start && span.end <= place.end,
    );
  const clean = operations.map((one) => redact(redact(one, within(one.operation.span)), everywhere));
  const setup = skill.setup.map((line) => redact(line, within(line.span)));
  const rest = redact({ ...skill, setup, operations: [] }, everywhere);
  return { skill: { ...rest, operations: clean.map(({ operation }) => operation) }, operations: clean };
}

function isWritten(name: string, text: string, { files }: Bundle): boolean {
  return text.includes(name) || [...files.values()].some(({ bytes }) => Buffer.from(bytes).includes(name));
}

function entryText(bundle: Bundle): string {
  const entry = bundle.files.get(bundle.entry);
  return entry === undefined ? '' : (decode(entry.bytes, bundle.entry).text ?? '');
}
