import type { CommandCounts } from '../ir/command-counts.ts';
import type { Diagnostic } from '../ir/diagnostic.ts';
import type { SkillFormat } from '../ir/skill.ts';
import type { Sources } from './line-index.ts';

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
