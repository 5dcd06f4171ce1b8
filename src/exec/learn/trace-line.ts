/** One system call as strace writes it. */
export interface TracedCall {
  readonly pid: string;
  readonly name: string;
  /** Between the parentheses, as written. */
  readonly args: string;
  /** `0`, `3</work/in.txt>`, `-1 ENOENT`. */
  readonly result: string;
}

/**
 *     4711  openat(AT_FDCWD</work>, "in.txt", O_RDONLY|O_CLOEXEC) = 3</work/in.txt>
 *     4711  connect(3<TCP:[1]>, {sa_family=AF_INET, …}, 16 <unfinished ...>
 *     4712  execve("/bin/ls", ["ls"], 0x7ffc /* 3 vars *\/) = 0
 *     4711  <... connect resumed>) = -1 ENETUNREACH (Network is unreachable)
 */
export function* tracedCalls(text: string): Generator<TracedCall> {
  const begun = new Map<string, string>();
  for (const line of text.split('\n')) {
    const space = line.indexOf(' ');
    const pid = line.slice(0, Math.max(0, space));
    const rest = line.slice(space + 1).trimStart();
    if (!/^\d+$/.test(pid)) continue;
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(pid, rest.slice(0, -'<unfinished ...>'.length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest)?.[0];
    const whole = resumed === undefined ? rest : `${begun.get(pid) ?? ''}${rest.slice(resumed.length)}`;
    if (resumed !== undefined) begun.delete(pid);
    const call = callOf(pid, whole);
    if (call !== undefined) yield call;
  }
}

function callOf(pid: string, line: string): TracedCall | undefined {
  const open = line.indexOf('(');
  const end = line.lastIndexOf(') = ') >= 0 ? line.lastIndexOf(') = ') : line.search(/\)\s+= /);
  const name = line.slice(0, Math.max(0, open));
  if (!/^[a-z_0-9]+$/.test(name) || end < open) return undefined;
  return { pid, name, args: line.slice(open + 1, end), result: line.slice(end + 1).replace(/^\s*= /, '') };
}

/** The strings among the arguments, in order. One that was cut is left out: it is no path. */
export function stringsIn(args: string): readonly string[] {
  const out: string[] = [];
  for (let at = args.indexOf('"'); at >= 0; at = args.indexOf('"', at)) {
    let end = at + 1;
    while (end < args.length && args[end] !== '"') end += args[end] === '\\' ? 2 : 1;
    if (args.slice(end + 1, end + 4) !== '...') out.push(unescaped(args.slice(at + 1, end)));
    at = end + 1;
  }
  return out;
}

const letters: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['t', 9],
  ['r', 13],
  ['v', 11],
  ['f', 12],
  ['a', 7],
  ['b', 8],
]);

/** C's escapes back to bytes, one character a byte. */
function bytesOf(text: string): Buffer {
  const out: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '\\') {
      out.push(text.charCodeAt(at) & 0xff);
      continue;
    }
    const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
    const hex = /^x([0-9a-f]{2})/.exec(text.slice(at + 1, at + 4))?.[1];
    if (octal !== undefined) out.push(Number.parseInt(octal, 8) & 0xff);
    else if (hex !== undefined) out.push(Number.parseInt(hex, 16));
    else out.push(letters.get(text[at + 1] ?? '') ?? text.charCodeAt(at + 1) & 0xff);
    at += octal?.length ?? (hex === undefined ? 1 : 3);
  }
  return Buffer.from(out);
}

function unescaped(text: string): string {
  return bytesOf(text).toString('utf8');
}

/** The same as bytes, for what is no text. */
export function rawStringsIn(args: string): readonly Buffer[] {
  return [...args.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text = '']) => bytesOf(text));
}
