import type { CatalogueRow } from './row.ts';

/** Resolution, inference and planning. */
export const planCodes = {
  'map/dynamic': { severity: 'info', about: 'a value that is known only while the program runs' },
  'map/dynamic-command': {
    severity: 'warning',
    about: 'a command word that is not literal',
    help: 'write the program name out, so that it can be understood',
  },
  'map/body-opaque': { severity: 'info', about: 'a value put into a body of unknown structure' },
  'map/secret-embedded': { severity: 'warning', about: 'a credential written out in the source' },
  'map/secret-withheld': {
    severity: 'warning',
    about: 'a secret that the text gives to a program nobody described',
    help: 'describe the program in a tool table, or use an HTTP request',
  },
  'map/secret-unusable': {
    severity: 'warning',
    about: 'a secret on the command line of a program, which gets a stand-in and so does not run',
    help: 'run the command yourself, or let the program take the secret where it sends it',
  },
  'map/header-open': { severity: 'info', about: 'a whole header, name included, comes from a variable' },
  'map/code-undecided': {
    severity: 'warning',
    about: 'something a script does that its text does not tell; it is not given',
    help: 'write hosts, paths and programs out in the script, or declare them in the skill',
  },
  'map/egress-undeclared': {
    severity: 'error',
    about: 'a request to a host that the skill itself declares it does not reach',
    help: 'declare the host under `sandbox.network.egress`, or remove the request',
  },
  'map/redirection': {
    severity: 'error',
    about: 'a redirection that opens a network connection',
    help: 'send the data with an HTTP request',
  },
  'map/recursion': {
    severity: 'error',
    about: 'commands that wrap commands, or scripts that start scripts, beyond the limit',
  },
  'map/shell-unread': {
    severity: 'error',
    about: 'a shell whose program is not in the text, or not in a language that is read here',
  },
  'map/script-syntax': {
    severity: 'error',
    about: 'a shell script that does not parse',
    help: 'check it with `bash -n`',
  },
  'map/nothing': { severity: 'info', about: 'an operation without any command' },
  'limit/commands': {
    severity: 'error',
    about: 'more commands in one operation than the limit',
    help: 'split the operation',
  },
} as const satisfies Record<string, CatalogueRow>;
