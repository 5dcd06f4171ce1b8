import { shown } from './findings/documented.ts';
import { findingsOf } from './findings/index.ts';
import type { Diagnostic } from './ir/diagnostic.ts';
import type { Plan } from './ir/plan.ts';
import type { Operation, SetupLine, Skill } from './ir/skill.ts';
import { type MapOptions, mapOperation } from './map/operation.ts';
import { parseShell } from './shell/parse.ts';

/**
 * Set-up lines are never run by skillc, but an agent that follows the text may run them: what they would touch is said, as a warning.
 */
export function reviewSetup(
  skill: Skill,
  options: MapOptions,
  isWritten: (name: string) => boolean,
): { readonly plans: readonly Plan[]; readonly findings: readonly Diagnostic[] } {
  const mapped = skill.setup.map((line) => mapOperation(asOperation(line), options));
  const plans = mapped.flatMap(({ plan }) => plan ?? []);
  const refused = mapped.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === 'map/remote-code'));
  const findings = [...refused, ...findingsOf({ skill, plans, setup: [], isWritten })].map((finding) =>
    shown({ ...finding, message: `a set-up line: ${finding.message}` }),
  );
  return { plans, findings };
}

function asOperation({ text, span }: SetupLine): Operation {
  const { program } = parseShell(text, span.source, () => span.start);
  const body = { kind: 'shell', program, scope: [], files: [] } as const;
  return { kind: 'operation', name: 'setup', description: '', body, span };
}
