import type { Diagnostic } from '../ir/diagnostic.ts';
import type { SkillFormat } from '../ir/skill.ts';
import type { Sources } from './line-index.ts';

/** Commands by what became of them; the four add up to `total`. */
export interface CommandCounts {
  readonly total: number;
  readonly mapped: number;
  readonly sandboxed: number;
  readonly unknown: number;
  readonly refused: number;
}

export const noCommands: CommandCounts = { total: 0, mapped: 0, sandboxed: 0, unknown: 0, refused: 0 };

export function addCounts(a: CommandCounts, b: CommandCounts): CommandCounts {
  return {
    total: a.total + b.total,
    mapped: a.mapped + b.mapped,
    sandboxed: a.sandboxed + b.sandboxed,
    unknown: a.unknown + b.unknown,
    refused: a.refused + b.refused,
  };
}

/** One row of `skillc check`: what the reports print, whatever their format. */
export interface CheckedSkill {
  /** As found from the path the user gave. */
  readonly path: string;
  readonly skillId?: string;
  readonly format?: SkillFormat;
  /** The compiled file, inside the bundle. */
  readonly entry?: string;
  readonly operations: number;
  readonly commands: CommandCounts;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** A span's file as the user would name it. */
  readonly place: (source: string) => string;
}
