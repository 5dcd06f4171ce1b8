import type { Host } from './open-host.ts';

/** The same host, with relative paths of operations starting somewhere else. */
export function inWorkspace(host: Host, workspace: string): Host {
  return { ...host, exec: { ...host.exec, files: { ...host.exec.files, workspace } } };
}
