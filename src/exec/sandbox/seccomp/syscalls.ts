/** A machine whose system calls were looked at. */
export interface Architecture {
  /** As `AUDIT_ARCH_*` of the kernel. */
  readonly audit: number;
  /** The highest number that was looked at. */
  readonly last: number;
  readonly numbers: ReadonlyMap<SyscallName, number>;
}

export type SyscallName = (typeof numbers)[number][0];

/** Name, number on x86-64, number on arm64; from the kernel's own tables. From 424 on all machines share them. */
const numbers = [
  ['add_key', 248, 217],
  ['request_key', 249, 218],
  ['keyctl', 250, 219],
  ['bpf', 321, 280],
  ['perf_event_open', 298, 241],
  ['userfaultfd', 323, 282],
  ['ptrace', 101, 117],
  ['process_vm_readv', 310, 270],
  ['process_vm_writev', 311, 271],
  ['kcmp', 312, 272],
  ['pidfd_getfd', 438, 438],
  ['process_madvise', 440, 440],
  ['mount', 165, 40],
  ['umount2', 166, 39],
  ['pivot_root', 155, 41],
  ['chroot', 161, 51],
  ['open_tree', 428, 428],
  ['move_mount', 429, 429],
  ['fsopen', 430, 430],
  ['fsconfig', 431, 431],
  ['fsmount', 432, 432],
  ['fspick', 433, 433],
  ['mount_setattr', 442, 442],
  ['statmount', 457, 457],
  ['listmount', 458, 458],
  ['unshare', 272, 97],
  ['setns', 308, 268],
  ['clone', 56, 220],
  ['clone3', 435, 435],
  ['io_uring_setup', 425, 425],
  ['io_uring_enter', 426, 426],
  ['io_uring_register', 427, 427],
  ['kexec_load', 246, 104],
  ['kexec_file_load', 320, 294],
  ['init_module', 175, 105],
  ['finit_module', 313, 273],
  ['delete_module', 176, 106],
  ['create_module', 174, undefined],
  ['query_module', 178, undefined],
  ['get_kernel_syms', 177, undefined],
  ['reboot', 169, 142],
  ['swapon', 167, 224],
  ['swapoff', 168, 225],
  ['sethostname', 170, 161],
  ['setdomainname', 171, 162],
  ['settimeofday', 164, 170],
  ['clock_settime', 227, 112],
  ['adjtimex', 159, 171],
  ['clock_adjtime', 305, 266],
  ['iopl', 172, undefined],
  ['ioperm', 173, undefined],
  ['acct', 163, 89],
  ['quotactl', 179, 60],
  ['quotactl_fd', 443, 443],
  ['syslog', 103, 116],
  ['vhangup', 153, 58],
  ['nfsservctl', 180, 42],
  ['lookup_dcookie', 212, 18],
  ['open_by_handle_at', 304, 265],
  ['name_to_handle_at', 303, 264],
  ['uselib', 134, undefined],
  ['_sysctl', 156, undefined],
  ['personality', 135, 92],
  ['modify_ldt', 154, undefined],
  ['move_pages', 279, 239],
  ['migrate_pages', 256, 238],
  ['fanotify_init', 300, 262],
  ['memfd_secret', 447, 447],
  ['chmod', 90, undefined],
  ['fchmod', 91, 52],
  ['fchmodat', 268, 53],
  ['fchmodat2', 452, 452],
  ['open', 2, undefined],
  ['openat', 257, 56],
  ['openat2', 437, 437],
  ['creat', 85, undefined],
  ['mknod', 133, undefined],
  ['mknodat', 259, 33],
  ['socket', 41, 198],
  ['ioctl', 16, 29],
  ['sysfs', 139, undefined],
  ['ustat', 136, undefined],
  ['vmsplice', 278, 75],
] as const;

/** Up to `mseal`. What newer kernels add does not exist inside until somebody has looked at it. */
const last = 462;

/** By the names that Node gives machines. */
export const architectures: ReadonlyMap<string, Architecture> = new Map([
  ['x64', { audit: 0xc000_003e, last, numbers: column(1) }],
  ['arm64', { audit: 0xc000_00b7, last, numbers: column(2) }],
]);

function column(index: 1 | 2): ReadonlyMap<SyscallName, number> {
  return new Map(numbers.flatMap((row) => (row[index] === undefined ? [] : [[row[0], row[index]] as const])));
}
