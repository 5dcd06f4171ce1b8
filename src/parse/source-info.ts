import type { Bundle } from '../ir/bundle.ts';
import type { Diagnostic } from '../ir/diagnostic.ts';
import type { BundleFile, Skill, SkillFormat, SourceInfo } from '../ir/skill.ts';

/** What every front end gives: a skill, or the reasons why there is none. */
export interface ParsedSkill {
  /** Undefined when an error stands among the diagnostics. */
  readonly skill?: Skill;
  readonly diagnostics: readonly Diagnostic[];
}

export function sourceInfo(bundle: Bundle, format: SkillFormat): SourceInfo {
  return { uri: bundle.uri, digest: bundle.digest, format, entry: bundle.entry };
}

/** Every file of the bundle but the entry. */
export function otherFiles(bundle: Bundle): readonly BundleFile[] {
  return [...bundle.files.values()]
    .filter((file) => file.path !== bundle.entry)
    .map(({ path, digest, executable, bytes }) => ({ path, digest, executable, size: bytes.length }));
}

/** Fail closed: with an error there is no skill. */
export function withoutErrors(skill: Skill, diagnostics: readonly Diagnostic[]): ParsedSkill {
  return diagnostics.some(({ severity }) => severity === 'error') ? { diagnostics } : { skill, diagnostics };
}
