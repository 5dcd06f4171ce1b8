import {
  addCounts,
  type Bundle,
  type BundleRead,
  type CheckedSkill,
  type CompileSettings,
  compile,
  type Diagnostic,
  diagnose,
  noCommands,
  sourcePath,
  sourcesOf,
} from '../index.ts';

/** Compiles one bundle, or keeps the reason why there is none. */
export function checkSkill(path: string, read: BundleRead, settings: CompileSettings): CheckedSkill {
  const { bundle, diagnostics } = read;
  if (bundle === undefined) return uncompiled(path, diagnostics);
  try {
    return compiledSkill(path, bundle, diagnostics, settings);
  } catch (error) {
    // A fault of ours in one skill must not take the report on the others with it.
    const message = `skillc failed on this skill: ${error instanceof Error ? error.message : 'unknown error'}`;
    return uncompiled(path, [...diagnostics, diagnose('skillc/internal', message)]);
  }
}

function uncompiled(path: string, diagnostics: readonly Diagnostic[]): CheckedSkill {
  const nowhere = { sources: () => undefined, place: (source: string) => source };
  return { path, operations: 0, commands: noCommands, diagnostics, ...nowhere };
}

function compiledSkill(
  path: string,
  bundle: Bundle,
  diagnostics: readonly Diagnostic[],
  settings: CompileSettings,
): CheckedSkill {
  const compiled = compile(bundle, settings);
  const { skill } = compiled;
  return {
    path,
    ...(skill === undefined ? {} : { skillId: skill.id, format: skill.source.format }),
    entry: bundle.entry,
    operations: compiled.operations.length,
    commands: compiled.operations.map(({ counts }) => counts).reduce(addCounts, noCommands),
    diagnostics: [...diagnostics, ...compiled.diagnostics],
    sources: sourcesOf(bundle, compiled.credentials),
    place: (source) => sourcePath(bundle, source),
  };
}
