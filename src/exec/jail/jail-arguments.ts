import { systemOptions } from '../sandbox/bubblewrap/system-options.ts';
import { relaySocket } from '../sandbox/relay/relay.ts';
import { systemView } from '../sandbox/system-view.ts';
import type { JailPlan } from './jail-plan.ts';

/** A file that exists inside only. */
export interface JailFile {
  readonly at: string;
  readonly text: string;
  readonly executable?: boolean;
}

/** A socket of the host, where it stands inside. */
export interface JailSocket {
  readonly host: string;
  readonly at: string;
}

export interface JailView {
  readonly plan: JailPlan;
  readonly files: readonly JailFile[];
  readonly sockets: readonly JailSocket[];
  /** Whether it keeps the terminal of whoever started it. */
  readonly terminal: boolean;
  readonly disableUserNamespaces: boolean;
}

/** Descriptors that bwrap reads; those of files follow. */
export const jailDescriptors = { args: 3, status: 4, seccomp: 5, firstFile: 6 } as const;

export const mcpSocket = '/run/skillc/mcp.sock';
export { relaySocket };

/** Small files of `/etc` that name the user. */
export function identityFiles({ env, home, uid }: JailPlan): readonly JailFile[] {
  const user = env.USER ?? 'agent';
  const shell = env.SHELL ?? '/bin/sh';
  return [
    {
      at: '/etc/passwd',
      text: `${user}:x:${uid}:${uid}:${user}:${home}:${shell}\nnobody:x:65534:65534:nobody:/:/bin/false\n`,
    },
    { at: '/etc/group', text: `${user}:x:${uid}:\nnogroup:x:65534:\n` },
    { at: '/etc/hosts', text: '127.0.0.1 localhost\n::1 localhost\n' },
    {
      at: '/etc/nsswitch.conf',
      text: 'passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n',
    },
  ];
}

/** Options of bwrap, read from a descriptor: the environment may hold keys, and command lines are everyone's to read. */
export function jailArguments(view: JailView): readonly string[] {
  const { plan, files, sockets, terminal, disableUserNamespaces } = view;
  const mounts = [...plan.mounts].sort((one, other) => (one.at < other.at ? -1 : 1));
  const uid = String(plan.uid);
  return [
    ...['--seccomp', String(jailDescriptors.seccomp), '--json-status-fd', String(jailDescriptors.status)],
    ...['--unshare-all', '--unshare-user', '--uid', uid, '--gid', uid, '--cap-drop', 'ALL'],
    ...['--die-with-parent', '--hostname', 'jail', '--clearenv'],
    ...(disableUserNamespaces ? ['--disable-userns'] : []),
    // One that has a terminal keeps it: the filter of system calls says no to typing on it in the person's name.
    ...(terminal ? [] : ['--new-session']),
    ...Object.entries(plan.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...systemOptions(systemView(plan.uid)),
    ...['--dev', '/dev', '--perms', '1777', '--tmpfs', '/dev/shm', '--perms', '1777', '--tmpfs', '/tmp'],
    ...['--perms', '0700', '--tmpfs', plan.home],
    ...mounts.flatMap(({ host, at, access }) => [access === 'write' ? '--bind' : '--ro-bind', host, at]),
    ...files.flatMap(({ at, executable }, index) => [
      ...['--perms', executable === true ? '0555' : '0444'],
      ...['--ro-bind-data', String(jailDescriptors.firstFile + index), at],
    ]),
    ...sockets.flatMap(({ host, at }) => ['--ro-bind', host, at]),
    ...['--remount-ro', '/', '--chdir', plan.workspace],
  ];
}

/** What every jail sees of the machine, for reading: `/usr`, and of `/etc` what programs need to start. */
export function systemMounts(): readonly string[] {
  return systemView(0).shown.map(({ at }) => at);
}
