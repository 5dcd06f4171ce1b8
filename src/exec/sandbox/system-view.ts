import { accessSync, constants, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';

/** What everyone sees of the machine: programs and libraries, and of `/etc` only what they need to start. */
export interface SystemView {
  readonly links: readonly { readonly at: string; readonly target: string }[];
  /** Shown for reading only. */
  readonly shown: readonly { readonly host: string; readonly at: string }[];
  /** Small files of our own in place of the machine's. */
  readonly files: readonly { readonly at: string; readonly text: string }[];
  /** Files of `/proc` with nothing in them. */
  readonly hidden: readonly string[];
}

/** Where a program finds its home; the directory is empty at the start and gone at the end. */
export const sandboxHome = '/home/sandbox';

const links = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const settings = [
  '/etc/alternatives',
  '/etc/ld.so.cache',
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

/** No terminals among them. */
export const sandboxDevices: readonly string[] = ['null', 'zero', 'full', 'random', 'urandom'];
export const deviceLinks: readonly (readonly [string, string])[] = [
  ['fd', '/proc/self/fd'],
  ['stdin', '/proc/self/fd/0'],
  ['stdout', '/proc/self/fd/1'],
  ['stderr', '/proc/self/fd/2'],
];

/** The number of the user inside, whom the files of our own name. */
export function systemView(user: number): SystemView {
  const found = links.map((at) => ({ at, target: linkOf(at) }));
  const shown = ['/usr', ...found.flatMap(({ at, target }) => (target === undefined ? [at] : [])), ...settings];
  return {
    links: found.flatMap(({ at, target }) => (target === undefined ? [] : [{ at, target }])),
    shown: shown.filter(isReadableByAll).map((at) => ({ host: realpathSync(at), at })),
    files: [
      { at: '/etc/passwd', text: `sandbox:x:${user}:${user}:sandbox:${sandboxHome}:/bin/sh\n` },
      { at: '/etc/group', text: `sandbox:x:${user}:\n` },
      { at: '/etc/hosts', text: '127.0.0.1 localhost\n::1 localhost\n' },
      {
        at: '/etc/nsswitch.conf',
        text: 'passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n',
      },
    ],
    hidden: hiddenProcFiles(),
  };
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

export function hiddenProcFiles(): readonly string[] {
  return hiddenInProc.map((name) => `/proc/${name}`).filter(isReadable);
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
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
