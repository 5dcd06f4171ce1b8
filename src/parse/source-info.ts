import type { Bundle } from '../ir/bundle.ts';
import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
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
  const shown = capped(diagnostics);
  return diagnostics.some(({ severity }) => severity === 'error')
    ? { diagnostics: shown }
    : { skill, diagnostics: shown };
}

const maxPerCode = 20;

/** A document with 900 operations can have the same mistake 900 times. */
export function capped(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const distinct = diagnostics.filter(({ code, message, span }) => {
    const key = `${code} ${span?.start} ${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const kept = distinct.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= maxPerCode;
  });
  const left = distinct.length - kept.length;
  if (left === 0) return kept;
  return [...kept, diagnose('parse/part-ignored', `${left} more findings of the same kinds are not shown`)];
}
