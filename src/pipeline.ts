import type { Bundle } from './ir/bundle.ts';
import { type Diagnostic, strictly } from './ir/diagnostic.ts';
import type { Plan } from './ir/plan.ts';
import { planDigest } from './ir/plan-digest.ts';
import { redact } from './ir/redact.ts';
import type { Operation, Skill } from './ir/skill.ts';
import { dispatchFor } from './map/dispatch.ts';
import { isSecretName } from './map/secret-names.ts';
import { type CommandCounts, hintsOf, mapOperation } from './map/operation.ts';
import type { ToolTable } from './map/tools/tool.ts';
import { decode } from './parse/decode.ts';
import { parseSkill } from './parse/index.ts';

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
  /** Credentials written out in the source, with the secret each became: never to be shown. */
  readonly embedded: ReadonlyMap<string, string>;
  /** All of them, those of the operations included. */
  readonly diagnostics: readonly Diagnostic[];
}

/** bytes ──parse──▶ Skill ──map──▶ Plans. Pure: the bundle is a snapshot, and nothing else is read. */
export function compileBundle(bundle: Bundle, options: CompileOptions): Compiled {
  const judge = (diagnostic: Diagnostic) => (options.strict === true ? strictly(diagnostic) : diagnostic);
  const parsed = parseSkill(bundle);
  const found = parsed.diagnostics.map(judge);
  const skill = parsed.skill;
  if (skill === undefined) return { operations: [], embedded: new Map(), diagnostics: found };
  const text = entryText(bundle);
  const dispatch = dispatchFor(options.tools, bundle);
  const hints = hintsOf(skill, text, isSecretName);
  const shared = { dispatch, hints, bundle, trustedOrigins: options.trustedOrigins ?? new Set<string>() };
  const embedded = new Map<string, string>();
  const operations = skill.operations.map((operation): CompiledOperation => {
    const mapped = mapOperation(operation, {
      ...shared,
      classifications: skill.classifications,
      declared: skill.declared,
    });
    for (const [written, name] of mapped.embedded) embedded.set(written, name);
    const { counts } = mapped;
    const diagnostics = mapped.diagnostics.map(judge);
    return mapped.plan === undefined
      ? { operation, counts, diagnostics }
      : { operation, plan: mapped.plan, counts, diagnostics };
  });
  const clean = redact({ skill, operations, found }, embedded);
  const digested = clean.operations.map((one) =>
    one.plan === undefined ? one : { ...one, digest: planDigest(one.plan) },
  );
  return {
    skill: clean.skill,
    operations: digested,
    embedded,
    diagnostics: [...clean.found, ...digested.flatMap((one) => one.diagnostics)],
  };
}

function entryText(bundle: Bundle): string {
  const entry = bundle.files.get(bundle.entry);
  return entry === undefined ? '' : (decode(entry.bytes, bundle.entry).text ?? '');
}
