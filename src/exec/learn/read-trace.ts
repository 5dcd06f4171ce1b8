import { isAbsolute, join } from 'node:path';
import type { Recorder } from './observation.ts';
import { rawStringsIn, stringsIn, type TracedCall, tracedCalls } from './trace-line.ts';

/** The calls that are looked at: files, programs and connections. */
export const tracedNames: readonly string[] = [
  'execve',
  'open',
  'openat',
  'creat',
  'unlink',
  'unlinkat',
  'rename',
  'renameat',
  'renameat2',
  'mkdir',
  'mkdirat',
  'rmdir',
  'truncate',
  'stat',
  'lstat',
  'newfstatat',
  'statx',
  'access',
  'faccessat',
  'faccessat2',
  'chdir',
  'connect',
  'sendto',
  'sendmsg',
  'sendmmsg',
];

/** What the machine itself has, and what every program touches. */
const system = /^\/(?:usr|bin|sbin|lib\w*|etc|proc|dev|sys|tmp|run|skillc)(?:\/|$)|^\/$/;

export interface TracePlace {
  /** Where the program started. */
  readonly cwd: string;
  /** Folders that are the call's own, wherever they lie. */
  readonly own: readonly string[];
}

/** Adds what a trace shows. */
export function readTrace(text: string, { cwd, own }: TracePlace, recorder: Recorder): void {
  const isOwn = (path: string) =>
    own.some((folder) => path === folder || path.startsWith(`${folder}/`)) || !system.test(path);
  let at = cwd;
  let started = 0;
  for (const call of tracedCalls(text)) {
    const failed = call.result.startsWith('-1');
    switch (call.name) {
      case 'execve':
        // The first is the program itself.
        if (!failed && started++ > 0) recorder.add('children', stringsIn(call.args)[0] ?? '');
        break;
      case 'chdir':
        if (!failed) at = absolute(stringsIn(call.args)[0] ?? '.', at);
        break;
      case 'connect':
      case 'sendto':
      case 'sendmsg':
      case 'sendmmsg':
        addHosts(call, recorder);
        break;
      default:
        addPaths(call, at, recorder, isOwn);
    }
  }
}

/** Only asked about: worth a word where it is not there. */
const looks = /^(?:l?stat|newfstatat|statx|f?access(?:at2?)?)$/;

function addPaths(call: TracedCall, cwd: string, recorder: Recorder, isOwn: (path: string) => boolean): void {
  const failed = call.result.startsWith('-1');
  if (looks.test(call.name)) {
    const missing = failed && call.result.includes('ENOENT') ? pathsIn(call, cwd) : [];
    for (const path of missing.filter(isOwn)) recorder.add('missing', path);
    return;
  }
  const opens = call.name === 'open' || call.name === 'openat' || call.name === 'creat';
  const writes = !opens || call.name === 'creat' || /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/.test(call.args);
  // What was opened is told with the path that it really has.
  const opened = opens && !failed ? /^\d+<(\/[^>]*)>/.exec(call.result)?.[1] : undefined;
  const paths = opened === undefined ? pathsIn(call, cwd) : [opened];
  for (const path of paths.filter(isOwn)) {
    if (!failed) recorder.add(writes ? 'written' : 'read', path);
    else if (/\b(?:ENOENT|EACCES|EROFS|EPERM)\b/.test(call.result)) recorder.add(writes ? 'written' : 'missing', path);
  }
}

/** `"b.txt"`, or `AT_FDCWD</work>, "b.txt"` for those that say where they start. */
function pathsIn({ args }: TracedCall, cwd: string): readonly string[] {
  const starts = [...args.matchAll(/(?:AT_FDCWD|\b\d+)<(\/[^>]*)>, "/g)].map(([, start]) => start);
  return stringsIn(args).map((path, index) => absolute(path, starts[index] ?? cwd));
}

function absolute(path: string, cwd: string): string {
  return isAbsolute(path) ? join(path) : join(cwd, path);
}

/** An address that it turned to, or a name in a question to a name server. */
function addHosts({ name, args }: TracedCall, recorder: Recorder): void {
  const port = Number(/\bsin6?_port=htons\((\d+)\)/.exec(args)?.[1] ?? 0);
  const address = /inet_addr\("([\d.]+)"\)|inet_pton\(AF_INET6, "([0-9a-f:.]+)"/.exec(args);
  const host = address?.[1] ?? address?.[2];
  const isLocal =
    host === undefined || host.startsWith('127.') || host === '::1' || host === '0.0.0.0' || host === '::';
  if (name === 'connect' && !isLocal && port !== 53)
    recorder.add('hosts', host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
  if (name === 'connect') return;
  for (const bytes of rawStringsIn(args)) {
    const asked = questionIn(bytes);
    if (asked !== undefined) recorder.add('hosts', asked);
  }
}

/** The name in a question of DNS: a header of 12 bytes with one question, then labels by their lengths. */
export function questionIn(bytes: Uint8Array): string | undefined {
  const view = Buffer.from(bytes);
  if (view.length < 17 || view.readUInt16BE(4) !== 1 || (view.readUInt8(2) & 0xf8) !== 0) return undefined;
  const labels: string[] = [];
  for (let at = 12; ; ) {
    const length = view[at] ?? 0;
    if (length === 0) break;
    const label = view.toString('latin1', at + 1, at + 1 + length);
    if (length > 63 || !/^[A-Za-z0-9_-]+$/.test(label) || label.length < length) return undefined;
    labels.push(label.toLowerCase());
    at += length + 1;
  }
  return labels.length < 2 ? undefined : labels.join('.');
}
