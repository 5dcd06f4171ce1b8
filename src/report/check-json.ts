import { addCounts, type CommandCounts, noCommands } from '../ir/command-counts.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { type DiagnosticJson, diagnosticJson } from './diagnostic-json.ts';

export interface CheckJson {
  readonly skills: readonly CheckRow[];
  readonly totals: CheckTotals;
}

/** One skill on the wire; unlike `CheckedSkill` it does not hold the sources. */
export interface CheckRow {
  readonly path: string;
  readonly skill_id: string | null;
  readonly format: string | null;
  readonly operations: number;
  readonly commands: CommandCounts;
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface CheckTotals {
  readonly skills: number;
  readonly compiled: number;
  readonly operations: number;
  readonly commands: CommandCounts;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

export function checkRow(skill: CheckedSkill): CheckRow {
  return {
    path: skill.path,
    skill_id: skill.skillId ?? null,
    format: skill.format ?? null,
    operations: skill.operations,
    commands: skill.commands,
    diagnostics: skill.diagnostics.map((diagnostic) => diagnosticJson(diagnostic, skill.sources, skill.entry)),
  };
}

export function checkJson(rows: readonly CheckRow[]): CheckJson {
  return { skills: rows, totals: totalsOf(rows) };
}

export function totalsOf(rows: readonly CheckRow[]): CheckTotals {
  const count = (wanted: string) =>
    rows.reduce((sum, row) => sum + row.diagnostics.filter(({ severity }) => severity === wanted).length, 0);
  return {
    skills: rows.length,
    compiled: rows.filter(({ skill_id }) => skill_id !== null).length,
    operations: rows.reduce((sum, { operations }) => sum + operations, 0),
    commands: rows.map(({ commands }) => commands).reduce(addCounts, noCommands),
    errors: count('error'),
    warnings: count('warning'),
    infos: count('info'),
  };
}
