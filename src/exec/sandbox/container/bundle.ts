import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SandboxJob } from '../sandbox.ts';
import type { SystemView } from '../system-view.ts';

/** A directory that only we can enter, for one run. */
export interface Bundle {
  readonly directory: string;
  readonly remove: () => void;
}

/** Everything of a run that is not on the host already: given files, our own in place of the machine's, an empty root. */
export function makeBundle(job: SandboxJob, system: SystemView | undefined): Bundle {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-run-')));
  for (const name of ['rootfs', 'files', 'state', 'upper', 'work']) mkdirSync(join(directory, name));
  job.mounts.forEach((mount, index) => {
    if (mount.kind !== 'file') return;
    writeFileSync(join(directory, 'files', String(index)), mount.bytes, {
      mode: mount.executable === true ? 0o555 : 0o444,
    });
  });
  for (const { at, text } of system?.files ?? []) {
    mkdirSync(join(directory, 'etc', dirname(at)), { recursive: true });
    writeFileSync(join(directory, 'etc', at), text, { mode: 0o444 });
  }
  for (const { at, target } of system?.links ?? []) symlinkSync(target, join(directory, 'rootfs', at));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
