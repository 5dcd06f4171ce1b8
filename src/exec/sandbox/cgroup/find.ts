import type { CgroupPlace } from './cgroup.ts';
import { firstVersion } from './first-version.ts';
import { ownGroups } from './mounts.ts';
import { secondVersion } from './second-version.ts';

/** Where groups can be made on this machine, if anywhere. Version 2 where it has the controllers. */
export function findCgroups(): CgroupPlace | undefined {
  const own = ownGroups();
  return (own.second === undefined ? undefined : secondVersion(own.second)) ?? firstVersion(own.first);
}
