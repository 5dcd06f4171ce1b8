import { addCounts, type BundleRead, type CheckedSkill, compile, noCommands, sourcePath, sourcesOf } from '../index.ts';

/** Compiles one bundle, or keeps the reason why there is none. */
export function checkSkill(path: string, { bundle, diagnostics }: BundleRead, strict: boolean): CheckedSkill {
  if (bundle === undefined) {
    const nowhere = { sources: () => undefined, place: (source: string) => source };
    return { path, operations: 0, commands: noCommands, diagnostics, ...nowhere };
  }
  const compiled = compile(bundle, { strict });
  return {
    path,
    ...(compiled.skill === undefined
      ? {}
      : { skillId: compiled.skill.id, format: compiled.skill.source.format, entry: bundle.entry }),
    operations: compiled.operations.length,
    commands: compiled.operations.map(({ counts }) => counts).reduce(addCounts, noCommands),
    diagnostics: [...diagnostics, ...compiled.diagnostics],
    sources: sourcesOf(bundle, compiled.embedded),
    place: (source) => sourcePath(bundle, source),
  };
}
