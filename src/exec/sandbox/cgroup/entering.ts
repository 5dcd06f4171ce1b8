import type { Cgroup } from './cgroup.ts';

/** Fixed text; the rest are parameters. */
const enter = 'while [ "$1" != -- ]; do echo 0 >"$1" || exit 1; shift; done; shift; exec "$@"';

/**
 * A command that goes into its group before it starts, so that all of it is born there, or does not start. A thread that
 * moves itself is let through at once; to move another process the kernel waits for all processors, for ten milliseconds.
 */
export function entering(group: Cgroup | undefined, command: readonly string[]): readonly string[] {
  return group === undefined ? command : ['/bin/sh', '-c', enter, 'enter', ...group.entrances, '--', ...command];
}
