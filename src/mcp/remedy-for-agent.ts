/** Options of the command line, as the tools name them. */
const options: readonly (readonly [option: RegExp, argument: string])[] = [
  [/--force\b/g, '`"force": true`'],
  [/--digest\b/g, '`digest`'],
  [/--as ID\b/g, '`as`'],
];

/** What an agent can do itself, by the names of its tools; commands are a person's to run. */
export function remedyForAgent(remedy: string): string {
  const own = options.reduce((text, [option, argument]) => text.replace(option, argument), remedy);
  const isCommand = /(?:^|`)skillc [a-z]/.test(own);
  return isCommand && !/\ba person\b/i.test(own) ? `ask a person: ${own}` : own;
}
