import type { CatalogueRow } from './row.ts';

/** Reading a skill's files from disk. */
export const sourceCodes = {
  'source/missing': { severity: 'error', about: 'the path does not exist', help: 'check the path' },
  'source/unreadable': {
    severity: 'error',
    about: 'the operating system does not let us read a file',
    help: 'check its permissions',
  },
  'source/file-type': {
    severity: 'error',
    about: 'a FIFO, device or socket where a file is expected',
    help: 'a skill holds plain files and directories only',
  },
  'source/link': {
    severity: 'error',
    about: 'the path is a symbolic link, or the skill itself is one that leaves its directory',
    help: 'name the target itself',
  },
  'source/link-ignored': {
    severity: 'warning',
    about: 'a symbolic link that leaves the bundle, or leads nowhere in it; it is not read',
    help: 'put the file itself into the skill',
  },
  'source/file-name': {
    severity: 'error',
    about: 'a file name with control, hidden or undecodable characters',
    help: 'rename the file; the reviewer must see what runs',
  },
  'source/no-skill': {
    severity: 'error',
    about: 'a directory without SKILL.md or another file that holds a skill',
    help: 'name the file, or add a SKILL.md',
  },
  'source/changing': {
    severity: 'error',
    about: 'a file that another program rewrites while it is read',
    help: 'stop the other program and run again',
  },
  'source/alone': {
    severity: 'info',
    about: 'a skill file whose directory is too large to be its bundle; only the file is read',
    help: 'give the skill a directory of its own',
  },
  'limit/files': {
    severity: 'error',
    about: 'the directory holds more files, or deeper directories, than the limit',
    help: 'name the skill’s own directory',
  },
  'skillc/usage': {
    severity: 'error',
    about: 'a command line that skillc does not take; only in the document that `--json` asks for',
    help: 'run the command with `--help`',
  },
  'skillc/internal': {
    severity: 'error',
    about: 'a fault of skillc itself',
    help: 'report it with the input that shows it',
  },
} as const satisfies Record<string, CatalogueRow>;
