import { type Diagnostic, diagnose } from './ir/diagnostic.ts';
import type { Effect } from './ir/effect.ts';
import { unionEffects } from './ir/effects.ts';
import type { Call, Plan } from './ir/plan.ts';
import { redact } from './ir/redact.ts';
import type { Operation } from './ir/skill.ts';
import { credentialsInText } from './map/credentials-in-text.ts';
import { noHints } from './map/infer/hints.ts';
import type { Dispatch } from './map/map-command.ts';
import { type MappedOperation, mapOperation } from './map/operation.ts';
import { presentParams, strongest } from './map/present.ts';
import { findHidden } from './parse/hidden-characters.ts';
import { type DiagnosticJson, diagnosticJson } from './report/diagnostic-json.ts';
import { sourcesOfText } from './report/line-index.ts';
import { type MapAnswer, type MapStep, refusedAnswer } from './report/map-answer.ts';
import { parseShell } from './shell/parse.ts';

const SOURCE = 'command';

/** What one command line would become. Nothing is registered, nothing runs. */
export function mapLine(text: string, dispatch: Dispatch, trustedOrigins: ReadonlySet<string> = new Set()): MapAnswer {
  const show = (diagnostic: Diagnostic) => diagnosticJson(diagnostic, sourcesOfText(SOURCE, text), SOURCE);
  const [hidden] = findHidden(text, 'strict');
  if (hidden !== undefined) {
    const span = { source: SOURCE, start: hidden.start, end: hidden.end };
    const message = 'the command holds a character that cannot be seen';
    return refusedAnswer(text, show(diagnose('parse/hidden-character', message, span)));
  }
  const mapped = mapText(text, dispatch, trustedOrigins);
  if ('code' in mapped) return refusedAnswer(text, show(mapped));
  const inText = credentialsInText(text, SOURCE, mapped.embedded);
  const diagnostics = [...mapped.diagnostics, ...inText.map(({ diagnostic }) => diagnostic)];
  const { command, ...rest } = answerOf(text, { ...mapped, diagnostics }, show);
  return { command, ...redact(rest, [...mapped.embedded, ...inText.map(({ credential }) => credential)]) };
}

function mapText(text: string, dispatch: Dispatch, trustedOrigins: ReadonlySet<string>): MappedOperation | Diagnostic {
  const parsed = parseShell(text, SOURCE);
  const [broken] = parsed.diagnostics;
  if (broken !== undefined) return { ...broken, severity: 'error' };
  const body = { kind: 'shell', program: parsed.program, scope: [], files: [] } as const;
  const span = { source: SOURCE, start: 0, end: text.length };
  const operation: Operation = { kind: 'operation', name: 'command', description: '', body, span };
  return mapOperation(operation, { dispatch, hints: noHints, trustedOrigins, classifications: [], declared: {} });
}

/** The plan of one command line, or why there is none. */
export function planOfLine(text: string, dispatch: Dispatch): Plan | Diagnostic {
  const [hidden] = findHidden(text, 'strict');
  if (hidden !== undefined)
    return diagnose('parse/hidden-character', 'the command holds a character that cannot be seen');
  const mapped = mapText(text, dispatch, new Set());
  if ('code' in mapped) return mapped;
  const [reason] = mapped.diagnostics.filter(({ severity }) => severity === 'error');
  return mapped.plan ?? reason ?? diagnose('map/nothing', 'no command to run');
}

function answerOf(
  command: string,
  mapped: MappedOperation,
  show: (diagnostic: Diagnostic) => ReturnType<typeof diagnosticJson>,
): MapAnswer {
  const diagnostics = mapped.diagnostics.map(show);
  const { plan } = mapped;
  if (plan === undefined) return refusal(command, mapped, diagnostics);
  const [program] = plan.calls;
  const isProgram = program?.sites !== undefined && plan.calls.length === 1;
  const top = isProgram ? program : strongest(plan.calls);
  const steps = (isProgram ? program.sites.map((site) => site.call) : plan.calls).map(stepOf);
  const topStep = isProgram || top === undefined ? undefined : steps[plan.calls.indexOf(top)];
  return {
    command,
    maps_to: top?.capability ?? null,
    params: topStep?.params ?? (top === undefined ? {} : presentParams(top)),
    steps,
    inputs: plan.inputs,
    secrets: plan.secrets,
    ...(plan.settings.length === 0 ? {} : { settings: plan.settings }),
    effects: plan.effects,
    tier: plan.tier,
    requires_approval: plan.requiresApproval,
    approval_reason: plan.approvalReason ?? null,
    confidence: plan.confidence,
    diagnostics,
  };
}

function stepOf(call: Call): MapStep {
  return { capability: call.capability, params: presentParams(call), effects: call.effects };
}

/** The whole line is refused when one part can never run; the parts that were understood are still shown. */
function refusal(command: string, mapped: MappedOperation, diagnostics: MapAnswer['diagnostics']): MapAnswer {
  const calls = mapped.sites.flatMap((site) => site.calls.map(({ call }) => call));
  const effects: readonly Effect[] = unionEffects(calls.map((call) => call.effects));
  const nothing: DiagnosticJson = { code: 'map/nothing', severity: 'error', message: 'no command to run' };
  const reason = diagnostics.findLast(({ severity }) => severity === 'error') ?? diagnostics.at(-1) ?? nothing;
  return refusedAnswer(command, reason, { steps: calls.map(stepOf), effects, diagnostics });
}
