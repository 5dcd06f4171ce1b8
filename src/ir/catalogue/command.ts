import type { CatalogueRow } from './row.ts';

/** Text tools, wrappers, interpreters: programs other than HTTP clients. */
export const commandCodes = {
  'map/unknown-option': { severity: 'warning', about: 'an option the table of its program does not know' },
  'map/bad-arguments': { severity: 'warning', about: 'arguments that the program itself would reject' },
  'map/code-syntax': { severity: 'warning', about: 'a jq, sed or awk program that does not parse' },
  'map/environment-read': {
    severity: 'error',
    about: 'a jq or awk program that reads the environment',
    help: 'pass the value by name: `jq --arg name value`, `awk -v name=value`',
  },
  'map/module-load': { severity: 'error', about: 'a program that loads code from somewhere else' },
  'map/program-file': {
    severity: 'error',
    about: 'a program that is read from a file outside the bundle',
    help: 'put the file into the skill, or write the program into the command',
  },
  'map/runs-program': { severity: 'error', about: 'an option or a script that starts another program' },
  'map/never-ends': { severity: 'error', about: 'a command that does not end by itself' },
  'map/refused-option': { severity: 'error', about: 'an option that is understood and never allowed' },
} as const satisfies Record<string, CatalogueRow>;
