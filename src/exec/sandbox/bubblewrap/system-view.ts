import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';

/** What everyone sees of the machine: programs and libraries, and of `/etc` only what they need to start. */
export interface SystemView {
  /** Options of bwrap. */
  readonly options: readonly string[];
  /** Small files of our own in place of the machine's. */
  readonly files: readonly (readonly [string, string])[];
}

/** Where a program finds its home; the directory is empty at the start and gone at the end. */
export const sandboxHome = '/home/sandbox';
export const sandboxUser = 65534;

const links = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const settings = [
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/mime.types',
  '/etc/services',
  '/etc/protocols',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/ssl/cert.pem',
  '/etc/pki/tls/certs',
  '/etc/pki/tls/openssl.cnf',
  '/etc/pki/ca-trust/extracted',
  '/etc/crypto-policies',
  '/etc/fonts',
];

const devices = ['null', 'zero', 'full', 'random', 'urandom'];
const deviceLinks = [
  ['fd', '/proc/self/fd'],
  ['stdin', '/proc/self/fd/0'],
  ['stdout', '/proc/self/fd/1'],
  ['stderr', '/proc/self/fd/2'],
] as const;

const ownFiles = [
  ['/etc/passwd', `sandbox:x:${sandboxUser}:${sandboxUser}:sandbox:${sandboxHome}:/bin/sh\n`],
  ['/etc/group', `sandbox:x:${sandboxUser}:\n`],
  ['/etc/hosts', '127.0.0.1 localhost\n::1 localhost\n'],
  ['/etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n'],
] as const;

export function systemView(): SystemView {
  const options = ['--ro-bind', '/usr', '/usr'];
  for (const path of links) {
    const target = linkOf(path);
    if (target !== undefined) options.push('--symlink', target, path);
    else if (isReadableByAll(path)) options.push('--ro-bind', path, path);
  }
  for (const path of settings) {
    if (isReadableByAll(path)) options.push('--ro-bind', realpathSync(path), path);
  }
  // Without capabilities root's sandbox is still root to `/proc/sys`, where a written `core_pattern` runs on the host.
  options.push('--proc', '/proc', ...hiddenFiles(), '--remount-ro', '/proc');
  // No terminals: `--dev` would add them, and a directory without a size.
  options.push('--dir', '/dev');
  for (const name of devices) options.push('--dev-bind', `/dev/${name}`, `/dev/${name}`);
  for (const [name, target] of deviceLinks) options.push('--symlink', target, `/dev/${name}`);
  return { options, files: ownFiles };
}

/** What is left out of `/proc`: it tells of the machine, and where skillc runs as root its mode keeps nobody out. */
const hiddenInProc = [
  'cmdline',
  'iomem',
  'ioports',
  'kallsyms',
  'kcore',
  'key-users',
  'keys',
  'kmsg',
  'kpagecgroup',
  'kpagecount',
  'kpageflags',
  'mtrr',
  'pagetypeinfo',
  'sched_debug',
  'slabinfo',
  'sysrq-trigger',
  'timer_list',
  'vmallocinfo',
];

function hiddenFiles(): readonly string[] {
  return hiddenInProc
    .map((name) => `/proc/${name}`)
    .filter((path) => existsSync(path))
    .flatMap((path) => ['--ro-bind', '/dev/null', path]);
}

function linkOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** As root the sandbox would read what is only root's: such a file is not shown at all. */
function isReadableByAll(path: string): boolean {
  try {
    const { mode } = statSync(path);
    return (mode & 0o004) !== 0;
  } catch {
    return false;
  }
}
