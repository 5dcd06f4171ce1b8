import { builtinDraft } from '../../builtins.ts';
import type { Primitive } from '../../primitive.ts';
import { hostCall } from '../runtime/host-call.ts';
import { command, hash, type, which } from './command.ts';
import { env } from './env.ts';
import { privileged } from './sudo.ts';
import { from, inner, openWrapper, plainWrapper, unclear, type WrapperOption } from './unwrap.ts';
import { xargs } from './xargs.ts';

const duration = /^\d+(\.\d+)?[smhd]?$/;
const level = /^[+-]?\d{1,3}$/;

const timeoutOptions: readonly WrapperOption[] = [
  { names: ['--foreground'], value: 'none' },
  { names: ['--preserve-status'], value: 'none' },
  { names: ['-v', '--verbose'], value: 'none' },
  { names: ['-s', '--signal'], value: 'required', accept: /^[A-Z0-9+]+$/ },
  { names: ['-k', '--kill-after'], value: 'required', accept: duration },
];

const buffering: readonly WrapperOption[] = ['-i', '-o', '-e'].map((letter, index) => ({
  names: [letter, ['--input', '--output', '--error'][index] ?? letter],
  value: 'required',
  accept: /^(L|0|\d+[KMG]?B?)$/,
}));

/** `exec` alone only moves redirections; `-a` shows another name, `-c` clears the variables. */
const exec: Primitive = (words, context) => {
  const called = hostCall(words);
  if (called !== undefined) return called;
  const opened = openWrapper(
    'exec',
    [
      { names: ['-a'], value: 'required' },
      { names: ['-l'], value: 'none' },
    ],
    words,
  );
  if ('kind' in opened) return opened;
  if (words.words.length === 1) return { kind: 'mapped', drafts: [builtinDraft(words)], diagnostics: [] };
  return inner('exec', opened.rest, context);
};

/** `nice -5 command` is an old form of `nice -n 5`. */
const nice: Primitive = (words, context) => {
  const rows: readonly WrapperOption[] = [{ names: ['-n', '--adjustment'], value: 'required', accept: level }];
  const first = words.words[1]?.[0];
  const old = first?.kind === 'literal' && words.words[1]?.length === 1 && /^-\d{1,3}$/.test(first.value);
  return old ? inner('nice', from(words, 2), context) : plainWrapper('nice', rows)(words, context);
};

const notModelled =
  (why: string): Primitive =>
  (words) =>
    unclear(why, words);

/** Its words are the command's, so what is refused alone stays refused. */
const watch: Primitive = (words, context) => {
  const result = inner('watch', from(words, 1), context);
  return result.kind === 'refused'
    ? result
    : unclear('`watch` runs its command again and again through a shell', words);
};

/** Programs that run another program, by name. */
export const wrappers: ReadonlyMap<string, Primitive> = new Map<string, Primitive>([
  ['sudo', privileged('sudo')],
  ['doas', privileged('doas')],
  ['env', env],
  [
    'time',
    plainWrapper('time', [
      { names: ['-p', '--portability'], value: 'none' },
      { names: ['-v', '--verbose'], value: 'none' },
      { names: ['-f', '--format'], value: 'required' },
    ]),
  ],
  ['timeout', plainWrapper('timeout', timeoutOptions, { named: 'duration', accept: duration })],
  ['gtimeout', plainWrapper('gtimeout', timeoutOptions, { named: 'duration', accept: duration })],
  ['xargs', xargs],
  ['nohup', plainWrapper('nohup', [])],
  [
    'setsid',
    plainWrapper('setsid', [
      { names: ['-f', '--fork'], value: 'none' },
      { names: ['-w', '--wait'], value: 'none' },
      { names: ['-c', '--ctty'], value: 'none' },
    ]),
  ],
  ['nice', nice],
  [
    'ionice',
    plainWrapper('ionice', [
      { names: ['-c', '--class'], value: 'required', accept: /^\w+$/ },
      { names: ['-n', '--classdata'], value: 'required', accept: level },
      { names: ['-t', '--ignore'], value: 'none' },
    ]),
  ],
  ['stdbuf', plainWrapper('stdbuf', buffering)],
  ['unbuffer', plainWrapper('unbuffer', [{ names: ['-p'], value: 'none' }])],
  [
    'caffeinate',
    plainWrapper('caffeinate', [
      { names: ['-d'], value: 'none' },
      { names: ['-i'], value: 'none' },
      { names: ['-m'], value: 'none' },
      { names: ['-s'], value: 'none' },
      { names: ['-u'], value: 'none' },
    ]),
  ],
  ['command', command],
  ['builtin', plainWrapper('builtin', [])],
  ['exec', exec],
  ['which', which],
  ['type', type],
  ['hash', hash],
  ['watch', watch],
  ['parallel', notModelled('`parallel` builds commands from its input')],
  ['script', notModelled('`script` runs its command through a shell of its own')],
  ['strace', notModelled('`strace` runs its command under a tracer')],
]);
