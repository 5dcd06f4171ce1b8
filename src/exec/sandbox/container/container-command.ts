import type { Relay } from '../relay/relay.ts';
import type { SandboxJob } from '../sandbox.ts';

/**
 * The first process of a container has no default for signals, so a shell takes its place, and is silent where the
 * program ends by one. The text is fixed; the program and its arguments are its parameters.
 */
const first = 'exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); exit $?';

/** What shells, engines and relays set without being asked. */
const added = [
  ...['PWD', 'OLDPWD', 'SHLVL', '_', 'LC_CTYPE', 'HOSTNAME', 'HOME', 'TERM', 'PATH', 'container'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'NO_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
];

export function containerCommand(job: SandboxJob, relay: Relay | undefined): readonly string[] {
  const unset = added.filter((name) => !Object.hasOwn(job.env, name)).flatMap((name) => ['-u', name]);
  const set = job.env.PWD === undefined ? [] : [`PWD=${job.env.PWD}`];
  const exact = ['/usr/bin/env', ...unset, ...set];
  return ['/bin/sh', '-c', first, 'first', ...(relay?.command ?? []), ...exact, job.program, ...job.args];
}
