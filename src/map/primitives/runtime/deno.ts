import { diagnose } from '../../../ir/diagnostic.ts';
import { literalOf, literalText, type Text } from '../../../ir/text.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped, Primitive } from '../../primitive.ts';
import type { ReadOption } from '../../tools/option-words.ts';
import { inSafeEnvironment } from '../../tools/tool-primitive.ts';
import { type InterpreterOption, readFront, unknownOption } from './interpreter.ts';
import { unknownPackage } from './package-runner.ts';
import { draft, type Extras, mapped, type Runner, runCode, runScript, runStdin } from './script-draft.ts';

const runner: Runner = { program: 'deno', capability: 'sandbox.node' };

/** Permissions take a value only behind `=`; alone they ask for everything, which we never give. */
const options: readonly InterpreterOption[] = [
  {
    names: [
      '-A',
      '--allow-all',
      '-N',
      '--allow-net',
      '-R',
      '--allow-read',
      '-W',
      '--allow-write',
      '-E',
      '--allow-env',
      '--allow-run',
      '-S',
      '--allow-sys',
      '--allow-hrtime',
      '--allow-import',
      '-I',
      '--no-prompt',
      '-q',
      '--quiet',
      '--no-check',
      '--check',
      '--cached-only',
      '--no-remote',
      '--no-npm',
      '--no-config',
      '--no-lock',
      '--unstable',
      '--unstable-kv',
      '--unstable-cron',
      '--unstable-net',
      '--unstable-temporal',
      '--unstable-sloppy-imports',
      '--deny-net',
      '--deny-read',
      '--deny-write',
      '--deny-env',
      '--deny-run',
      '--deny-sys',
      '--deny-ffi',
    ],
    does: 'flag',
  },
  { names: ['--location', '--seed', '--ext', '-L', '--log-level'], does: 'value' },
  { names: ['-c', '--config', '--import-map', '--lock', '--env-file'], does: 'read' },
  { names: ['-V', '--version', '-h', '--help'], does: 'print' },
];

export const deno: Primitive = (command, context) => inSafeEnvironment('deno', command, mapDeno(command, context));

function mapDeno(command: CommandWords, context: MapContext): Mapped {
  const verb = literalOf(command.words[1] ?? []);
  if (verb === '--version' || verb === '-V') return mapped(draft(runner, {}, command.words.slice(1), command, {}));
  if (verb !== 'run' && verb !== 'eval') return unknownOption('deno', verb ?? 'the sub-command', command);
  const read = readFront({ options }, command.words.slice(2));
  if (typeof read === 'string') return unknownOption('deno', read, command);
  const extras: Extras = { effects: read.options.flatMap(permission) };
  const [first, ...args] = read.rest;
  if (first === undefined) return runStdin(runner, args, command, context, extras);
  const result =
    verb === 'eval' ? runCode(runner, first, args, command, extras) : runFile(first, args, command, context, extras);
  const blanket = read.options.filter(isBlanket);
  if (result.kind !== 'mapped' || blanket.length === 0) return result;
  const message = `\`${blanket.map(({ name }) => name).join(' ')}\` grants nothing here`;
  const note = diagnose('map/permission-ignored', message, command.span);
  return { ...result, diagnostics: [...result.diagnostics, note] };
}

/** A file, or a package of a registry. */
function runFile(
  first: Text,
  args: readonly Text[],
  command: CommandWords,
  context: MapContext,
  extras: Extras,
): Mapped {
  const name = literalOf(first);
  return name !== undefined && /^(npm|jsr):/.test(name)
    ? unknownPackage(name, command.span)
    : runScript(runner, first, args, command, context, extras);
}

const permissions = new Map<string, (value: string) => DraftEffect>([
  ['--allow-net', (host) => ({ kind: 'network', method: '*', origin: literalText(`https://${host}`), path: '/**' })],
  ['--allow-read', (path) => ({ kind: 'read', path: literalText(path) })],
  ['--allow-write', (path) => ({ kind: 'write', path: literalText(path) })],
  ['--allow-env', (name) => ({ kind: 'env', name })],
  ['--allow-run', (program) => ({ kind: 'process', program })],
]);

const letters = new Map([
  ['-N', '--allow-net'],
  ['-R', '--allow-read'],
  ['-W', '--allow-write'],
  ['-E', '--allow-env'],
]);

function permission({ name, value, row }: ReadOption<InterpreterOption>): readonly DraftEffect[] {
  if (row.does === 'read' && value !== undefined) return [{ kind: 'read', path: value }];
  const effect = permissions.get(letters.get(name) ?? name);
  const written = value === undefined ? undefined : literalOf(value);
  return effect === undefined || written === undefined ? [] : written.split(',').filter(Boolean).map(effect);
}

function isBlanket({ name, value }: ReadOption<InterpreterOption>): boolean {
  return value === undefined && /^(-[ANRWES]|--allow-.*)$/.test(name);
}
