/** The names a skill's own file can have, first found wins. */
export const entryNames = [
  'SKILL.md',
  'skill.md',
  'skills.md',
  'SKILL.yaml',
  'SKILL.yml',
  'skill.yaml',
  'skill.yml',
  'SKILL.json',
  'skill.json',
  'openapi.yaml',
  'openapi.yml',
  'openapi.json',
  'swagger.yaml',
  'swagger.yml',
  'swagger.json',
] as const;

/** A file of one of these names stands for the directory around it. */
const directoryEntries: ReadonlySet<string> = new Set(['SKILL.md', 'skill.md']);

export function standsForDirectory(name: string): boolean {
  return directoryEntries.has(name);
}

export function entryAmong(names: ReadonlySet<string>): string | undefined {
  return entryNames.find((name) => names.has(name));
}

/** `billing.openapi.yaml`, `search-skill.md`: a skill that lies among others without a directory of its own. */
export function isLooseSkill(name: string): boolean {
  return /(^|[.~_-])(skill|openapi|swagger)\.(md|ya?ml|json)$/i.test(name);
}
