/** A control group for one run. Whatever joins it, and all its children, are counted and limited together. */
export interface Cgroup {
  /** Files: a process that writes 0 into each of them is in the group. */
  readonly entrances: readonly string[];
  readonly cpuMs: () => number | undefined;
  /** The kernel ended a process because the group had no memory left. */
  readonly ranOutOfMemory: () => boolean;
  readonly processes: () => readonly number[];
  /** False while something is left in it. */
  readonly remove: () => boolean;
}

export interface CgroupLimits {
  readonly memory_mb: number;
  readonly processes: number;
}

/** A place on this machine where groups can be made. */
export interface CgroupPlace {
  readonly version: 1 | 2;
  /** `memory`, `pids`, `cpu` */
  readonly controllers: readonly Controller[];
  /** Throws where the kernel refuses. */
  readonly make: (name: string, limits: CgroupLimits) => Cgroup;
}

export type Controller = 'memory' | 'pids' | 'cpu';
