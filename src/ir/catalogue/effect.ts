import type { CatalogueRow } from './row.ts';

/** What a reviewer should know of the effects of a skill, whether or not its commands could run. */
export const effectCodes = {
  'effect/secret-elsewhere': {
    severity: 'error',
    about: 'a secret that goes to an origin it does not belong to',
    help: 'send it to the service it was made for, or give the other service a secret of its own',
  },
  'effect/secret-in-url': {
    severity: 'warning',
    about: 'a secret in the query of a URL, where servers and proxies write it down',
    help: 'send it in a header where the service allows it',
  },
  'effect/secret-undeclared': {
    severity: 'warning',
    about: 'a secret that the skill uses and does not list among those it needs',
    help: 'list it in the frontmatter, so that whoever installs the skill knows',
  },
  'effect/credentials-sent': {
    severity: 'error',
    about: 'an operation that reads a store of credentials of somebody else and reaches the network',
    help: 'name the one credential it needs as a secret; it is put in without being read',
  },
  'effect/credentials-read': {
    severity: 'warning',
    about: 'an operation that reads a store of credentials',
    help: 'name the one credential it needs as a secret; it is put in without being read',
  },
  'effect/code-fetched': {
    severity: 'error',
    about: 'a program that fetches something and makes code of text: a download that is run',
    help: 'put the code into the skill, where a reviewer can read it',
  },
  'effect/code-unpinned': {
    severity: 'warning',
    about: 'code that is fetched to be run, without an exact version',
    help: 'name the version, the digest or the commit',
  },
  'effect/write-persistent': {
    severity: 'error',
    about: 'a write to a file that other programs run or obey later',
    help: 'let the user make that change, or write inside the workspace',
  },
  'effect/write-outside': {
    severity: 'warning',
    about: 'a write outside the workspace',
    help: 'write inside the workspace',
  },
  'effect/target-dynamic': {
    severity: 'warning',
    about: 'a request whose host is known only at run time',
    help: 'write the host out, or make it a setting',
  },
  'effect/target-unreviewable': {
    severity: 'error',
    about: 'a secret or a file of credentials in an operation whose host is known only at run time',
    help: 'write the host out, so that a reviewer sees who gets it',
  },
} as const satisfies Record<string, CatalogueRow>;
