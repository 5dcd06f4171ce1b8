const systemFolders = [
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  '/sbin',
  '/usr/sbin',
  '/opt/homebrew/bin',
  '/usr/local/sbin',
  // Where installers put programs for one user. What runs is the machine's own, never the file there.
  '~/.local/bin',
  '~/.cargo/bin',
  '~/.bun/bin',
  '~/.foundry/bin',
  '~/go/bin',
];

/** The program a command word names on the machine: `git` or `/usr/bin/git`, never a path of the skill's own. */
export function systemProgram(word: string): string | undefined {
  const slash = word.lastIndexOf('/');
  if (slash < 0) return word === '' ? undefined : word;
  return systemFolders.includes(word.slice(0, slash)) ? word.slice(slash + 1) : undefined;
}
