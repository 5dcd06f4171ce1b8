/** Where things are inside a sandbox: the same in every run, so that scripts and environments can hold paths. */
export const places = {
  /** The skill's files as they were approved, read-only. */
  skill: '/skill',
  /** Where programs start: granted files of the workspace, and the skill's own beside them. */
  work: '/work',
  /** What the caller hands over. */
  input: '/input',
  /** Results that are no file of the workspace. */
  output: '/output',
  /** Empty but for granted files. */
  home: '/home/sandbox',
  /** Installed packages, read-only. */
  environment: '/env',
  /** What skillc itself puts there. */
  own: '/skillc',
} as const;

/** Places that a path of the host never covers. */
export const reserved: readonly string[] = [...Object.values(places), '/proc', '/dev', '/sys', '/node_modules'];
