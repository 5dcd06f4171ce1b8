import type { CatalogueRow } from './row.ts';

/** Known programs (capabilities/tools), interpreters, wrappers, and unknown programs. */
export const toolCodes = {
  'map/unknown-tool': { severity: 'warning', about: 'a program that no table describes' },
  'map/unknown-subcommand': {
    severity: 'warning',
    about: 'a known program with a sub-command that its table does not list, or that is not in the text',
  },
  'map/tool-unclear': { severity: 'warning', about: 'a use of a known program that its table cannot judge' },
  'map/tool-refused': { severity: 'error', about: 'a use of a known program that can never run' },
  'map/remote-code': {
    severity: 'error',
    about: 'a program text that arrives from a pipe or from another program is executed',
    help: 'save the program in the bundle, so that a reviewer can read it, and run that file',
  },
  'map/code-open': {
    severity: 'warning',
    about: 'a value from outside inside the text of a program',
    help: 'pass the value as an argument or on standard input',
  },
  'map/interactive': { severity: 'warning', about: 'a program that waits for a person to type' },
  'map/script-open': {
    severity: 'warning',
    about: 'the file to run is not in the text',
    help: 'name the file by its path inside the bundle',
  },
  'map/script-missing': {
    severity: 'warning',
    about: 'the file to run is not in the bundle, so nobody can review it',
    help: 'add the file to the bundle',
  },
  'map/interpreter-other': { severity: 'warning', about: 'an interpreter that is not modelled' },
  'map/package-unpinned': {
    severity: 'warning',
    about: 'a package without an exact version is fetched and run',
    help: 'name an exact version',
  },
  'map/permission-ignored': {
    severity: 'info',
    about: "a blanket permission for the program's own sandbox; it grants nothing here",
  },
  'map/privilege-dropped': { severity: 'info', about: 'the command asks for root and will run without it' },
  'map/wrapper-unclear': { severity: 'warning', about: 'a wrapper whose command cannot be told apart exactly' },
  'map/env-unsafe': {
    severity: 'warning',
    about: 'a variable in front of a command that changes what the command does or where it connects',
    help: 'remove the variable',
  },
  'tool/table': { severity: 'error', about: 'a file in capabilities/tools that does not follow its form' },
  'tool/example': { severity: 'error', about: 'an example in a tool file that its rules do not meet' },
  'tool/project-grant': {
    severity: 'error',
    about: "a project's tool file that would allow something; only the user's own files may",
    help: 'keep only `refuse` and `unknown`, or move the file to the home folder',
  },
} as const satisfies Record<string, CatalogueRow>;
