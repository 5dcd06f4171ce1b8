/** Ids that core capabilities use; `--as` is the way out. */
export const reservedSkillIds: ReadonlySet<string> = new Set([
  'network',
  'json',
  'io',
  'text',
  'shell',
  'sandbox',
  'skill',
  'primitive',
  'plan',
  'approval',
  'secret',
  'setting',
  'budget',
  'chain',
  'ccos',
  'core',
]);

/** A skill's id: the first of the names that has ASCII letters or digits, as a lower-case slug of at most 64. */
export function skillId(...names: readonly (string | undefined)[]): string {
  for (const name of names) {
    const slug = name === undefined ? '' : skillSlug(name);
    if (slug !== '') return slug;
  }
  return 'unnamed';
}

function skillSlug(name: string): string {
  return name
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, 64)
    .replace(/^[-_]+|(?<![-_])[-_]+$/g, '');
}
