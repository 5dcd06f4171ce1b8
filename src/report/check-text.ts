import type { CommandCounts } from '../ir/command-counts.ts';
import { visible } from '../ir/visible.ts';
import { type CheckRow, totalsOf } from './check-json.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { diagnosticText, plural, severityCounts } from './diagnostic-text.ts';
import type { Paint } from './paint.ts';

/** Findings with their code frames, then one line for the skill. */
export function checkedSkillText(skill: CheckedSkill, paint: Paint): string {
  const findings = skill.diagnostics.map((diagnostic) => diagnosticText(diagnostic, skill.sources, skill.place, paint));
  return [...findings.map((text) => `${text}\n`), summaryLine(skill, paint)].join('\n');
}

export function checkTotalsText(rows: readonly CheckRow[], paint: Paint): string {
  const totals = totalsOf(rows);
  const found = severityCounts(rows.flatMap(({ diagnostics }) => diagnostics));
  return [
    paint.bold(`${plural(totals.skills, 'skill')} checked, ${totals.compiled} compiled`),
    plural(totals.operations, 'operation'),
    commandsText(totals.commands),
    found === '' ? 'no findings' : found,
  ].join(' · ');
}

function summaryLine(skill: CheckedSkill, paint: Paint): string {
  const failed = skill.skillId === undefined || skill.diagnostics.some(({ severity }) => severity === 'error');
  const mark = failed ? paint.red('✗') : paint.green('✓');
  const found = severityCounts(skill.diagnostics);
  const parts = [
    ...(skill.skillId === undefined ? ['not compiled'] : [`${visible(skill.skillId)} (${skill.format ?? 'unknown'})`]),
    ...(skill.skillId === undefined ? [] : [plural(skill.operations, 'operation'), commandsText(skill.commands)]),
    ...(found === '' ? [] : [found]),
  ];
  return `${mark} ${paint.bold(visible(skill.path))} ${paint.dim('·')} ${parts.join(' · ')}`;
}

function commandsText(counts: CommandCounts): string {
  const parts = (['mapped', 'sandboxed', 'unknown', 'refused'] as const)
    .filter((key) => counts[key] > 0)
    .map((key) => `${counts[key]} ${key}`);
  return `${plural(counts.total, 'command')}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}
