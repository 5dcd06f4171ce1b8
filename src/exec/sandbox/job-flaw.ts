import { isAbsolute, normalize } from 'node:path';
import type { SandboxJob, SandboxResult } from './sandbox.ts';

export type Refusal = Extract<SandboxResult, { kind: 'refused' }>;

/** Paths inside that belong to the system or to the sandbox itself. */
const taken = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/proc', '/sys', '/dev'];
const maxFiles = 512;
const maxArgumentBytes = 128 * 1024;

/** Why a job is not even begun. What cannot be said exactly to the sandbox is refused here, once for all back ends. */
export function jobFlaw(job: SandboxJob): Refusal | undefined {
  const texts = [
    job.program,
    job.cwd,
    ...job.args,
    ...Object.entries(job.env).flat(),
    ...job.mounts.map(({ at }) => at),
  ];
  if (texts.some((text) => text.includes('\0'))) return refusal('a NUL byte in the arguments');
  // One longer than this cannot be given to a program at all.
  if (texts.some((text) => Buffer.byteLength(text) >= maxArgumentBytes)) return refusal('an argument is too long');
  for (const name of Object.keys(job.env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return refusal(`\`${name}\` cannot be the name of a variable`);
  }
  // `env` in front of it would take such a program for a variable.
  if (job.program.includes('=')) return refusal(`\`${job.program}\` has \`=\` in its name`);
  for (const path of [job.program, job.cwd]) {
    if (!isPlain(path)) return refusal(`\`${path}\` is not an absolute path`);
  }
  for (const [name, value] of Object.entries(job.limits)) {
    if (!Number.isSafeInteger(value) || value <= 0) return refusal(`the limit \`${name}\` is not a positive integer`);
  }
  if (job.mounts.filter(({ kind }) => kind === 'file').length > maxFiles) return refusal('too many files of their own');
  return mountFlaw(job);
}

/** Of back ends whose filter is made once and for all. */
export function watchFlaw({ trace }: SandboxJob): Refusal | undefined {
  if (trace !== true) return undefined;
  return {
    kind: 'refused',
    code: 'sandbox/trace',
    message: 'only bubblewrap lets a program be watched',
    remedy: 'apt-get install bubblewrap',
  };
}

function mountFlaw(job: SandboxJob): Refusal | undefined {
  const seen = new Set<string>();
  for (const mount of job.mounts) {
    if (!isPlain(mount.at) || mount.at === '/') return refusal(`nothing can be mounted at \`${mount.at}\``);
    if (job.trace === true && mount.at === '/etc/nsswitch.conf') continue;
    if (taken.some((path) => mount.at === path || mount.at.startsWith(`${path}/`))) {
      return refusal(`nothing can be mounted at \`${mount.at}\`, which belongs to the system`);
    }
    if (seen.has(mount.at)) return refusal(`two things are mounted at \`${mount.at}\``);
    seen.add(mount.at);
    if (mount.kind === 'path' && !isPlain(mount.host)) return refusal(`\`${mount.host}\` is not an absolute path`);
  }
  return undefined;
}

function isPlain(path: string): boolean {
  return isAbsolute(path) && normalize(path) === path && (path === '/' || !path.endsWith('/'));
}

function refusal(message: string): Refusal {
  return { kind: 'refused', code: 'sandbox/job', message };
}
