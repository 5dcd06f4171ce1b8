/** A word that the shell reads back as exactly `value`. A NUL cannot stand in any word. */
export function quoteWord(value: string): string {
  if (value !== '' && /^[A-Za-z0-9_@%+=:,./-]+$/.test(value) && !/^[\w]+=/.test(value)) return value;
  return `'${value.replaceAll("'", `'\\''`)}'`;
}
