import { assemble, type Held } from './assemble.ts';
import { architectures, type SyscallName } from './syscalls.ts';

const [notPermitted, noSuchCall, noSuchFamily] = [1, 38, 97];
const setIdBits = 0o6000;
/** All namespaces that `clone` can make: mount, cgroup, uts, ipc, user, pid, net. */
const newNamespaces = 0x0002_0000 | 0x0200_0000 | 0x0400_0000 | 0x0800_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000;
const [unix, inet, inet6] = [1, 2, 10];
const [pushInput, linuxConsole] = [0x5412, 0x541c];

/** Never of use to a script, and each of them was a way out of some sandbox. */
const never: readonly SyscallName[] = [
  // kernel keyrings are not in any namespace
  ...(['add_key', 'request_key', 'keyctl'] as const),
  // large and often broken parts of the kernel
  ...(['bpf', 'perf_event_open', 'userfaultfd', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'] as const),
  // other processes
  ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'kcmp', 'pidfd_getfd'] as const),
  // file systems and roots
  ...([
    'mount',
    'umount2',
    'pivot_root',
    'chroot',
    'open_tree',
    'move_mount',
    'fsopen',
    'fsconfig',
    'fsmount',
  ] as const),
  ...(['fspick', 'mount_setattr', 'statmount', 'listmount', 'quotactl', 'quotactl_fd', 'sysfs', 'ustat'] as const),
  ...(['open_by_handle_at', 'name_to_handle_at', 'lookup_dcookie', 'fanotify_init', 'nfsservctl'] as const),
  // namespaces
  ...(['unshare', 'setns'] as const),
  // the machine itself
  ...(['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module', 'create_module'] as const),
  ...(['query_module', 'get_kernel_syms', 'reboot', 'swapon', 'swapoff', 'sethostname', 'setdomainname'] as const),
  ...(['settimeofday', 'clock_settime', 'adjtimex', 'clock_adjtime', 'iopl', 'ioperm', 'acct', 'syslog'] as const),
  ...([
    'vhangup',
    'uselib',
    '_sysctl',
    'modify_ldt',
    'move_pages',
    'migrate_pages',
    'memfd_secret',
    'vmsplice',
  ] as const),
];

/** Where the arguments lie in memory that a filter cannot read. Programs take the older call instead. */
const absent: readonly SyscallName[] = ['clone3', 'openat2'];

/** The argument that holds the mode. A file that runs as its owner must not come out of a sandbox. */
const modes: readonly (readonly [SyscallName, number])[] = [
  ['chmod', 1],
  ['fchmod', 1],
  ['fchmodat', 2],
  ['fchmodat2', 2],
  ['creat', 1],
  ['mknod', 1],
  ['mknodat', 2],
];

/** The mode of these counts only where the flags make a file: `O_CREAT` or `O_TMPFILE`. Else it is whatever was there. */
const openModes: readonly (readonly [SyscallName, number, number])[] = [
  ['open', 2, 1],
  ['openat', 3, 2],
];
const makesFile = 0x40 | 0x40_0000;

/** What is held back of each call, by name: the same for the kernel's own filter and for those of container engines. */
export const filterRules: ReadonlyMap<SyscallName, Held> = new Map<SyscallName, Held>([
  ...never.map((name) => [name, { kind: 'never', errno: notPermitted }] as const),
  ...absent.map((name) => [name, { kind: 'never', errno: noSuchCall }] as const),
  ...modes.map(([name, argument]) => [name, { kind: 'bits', argument, mask: setIdBits, errno: notPermitted }] as const),
  ...openModes.map(([name, argument, flags]) => {
    const when = { argument: flags, mask: makesFile };
    return [name, { kind: 'bits', argument, mask: setIdBits, when, errno: notPermitted }] as const;
  }),
  ['clone', { kind: 'bits', argument: 0, mask: newNamespaces, errno: notPermitted }],
  ['socket', { kind: 'only', argument: 0, values: [unix, inet, inet6], errno: noSuchFamily }],
  ['ioctl', { kind: 'values', argument: 1, values: [pushInput, linuxConsole], errno: notPermitted }],
  // Asking for the present one is allowed; another one can switch off address randomisation.
  ['personality', { kind: 'only', argument: 0, values: [0, 0xffff_ffff], errno: notPermitted }],
]);

/** What a tracer needs to see what the programs it has started do. They are all inside. */
export const tracingCalls: ReadonlySet<SyscallName> = new Set(['ptrace', 'process_vm_readv']);

/** The filter for a machine, as bytes for the kernel. Undefined for one that nobody looked at. */
export function seccompFilter(machine: string, allowed: ReadonlySet<SyscallName> = new Set()): Uint8Array | undefined {
  const architecture = architectures.get(machine);
  if (architecture === undefined) return undefined;
  const rules = [...filterRules].flatMap(([name, held]) => {
    const number = architecture.numbers.get(name);
    return number === undefined || allowed.has(name) ? [] : [{ ...held, number }];
  });
  return assemble(architecture, rules);
}
