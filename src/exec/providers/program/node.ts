import type { ProgramFile } from '../../market/program.ts';
import type { Interpreter } from '../../runtime/interpreters.ts';
import { bundledScript } from './bundled-script.ts';
import { type CommandRefusal, commandRefusal, type ProgramCommand, readOnly } from './command.ts';
import { interpreterOptions } from './loaded-files.ts';
import { places } from './places.ts';
import type { ProgramArgs } from './program-args.ts';

/** A word of a command line has an end, and the kernel sets it. */
const longestWord = 128 * 1024 - 1;

/**
 * Packages are looked for upwards from the file that wants them: from the skill's folder, then in the environment, which
 * stands at the root. Code without a file starts in the skill's folder for the same reason, and then goes to where the call
 * runs: what the workspace has in its `node_modules` is never loaded.
 */
export function nodeCommand(
  args: ProgramArgs,
  interpreter: Interpreter,
  bundle: ReadonlyMap<string, ProgramFile>,
  cwd: string,
): ProgramCommand | CommandRefusal {
  const words = args.args ?? [];
  const options = interpreterOptions(args, bundle);
  if ('kind' in options) return options;
  const command = (front: readonly string[], more: Partial<ProgramCommand> = {}): ProgramCommand => ({
    kind: 'command',
    program: interpreter.path,
    args: [...options, ...front, ...words],
    env: {},
    name: 'node',
    mounts: readOnly(interpreter.mounts),
    ...more,
    facts: {
      interpreter: { path: interpreter.real, version: interpreter.version, digest: interpreter.digest },
      ...more.facts,
    },
  });
  if (args.script !== undefined) {
    const script = bundledScript(args, bundle);
    if (script.kind === 'refused') return script;
    const facts = { script: { path: args.script, digest: script.digest } };
    return command([...typeOptions(script.path, interpreter), script.path], { facts });
  }
  if (args.code !== undefined) {
    const code = startingIn(cwd, args.code);
    if (Buffer.byteLength(code) > longestWord)
      return commandRefusal('limit/code', `the code is longer than ${longestWord} bytes`, 'put it into a file');
    // `--` in front of the words: one that looks like an option is the program's.
    const option = args.print === true ? '-p' : '-e';
    return command([option, code, ...(words.length === 0 ? [] : ['--'])], { cwd: places.skill });
  }
  return words.length > 0 ? command([]) : commandRefusal('plan/shape', 'no code to run');
}

/** On the first line, so that lines of messages stay what they are. */
function startingIn(cwd: string, code: string): string {
  const strict = /^\s*(['"])use strict\1/.test(code) ? `'use strict';` : '';
  return `${strict}process.chdir(${JSON.stringify(cwd)});${code}`;
}

/** Node 24 takes the types out of TypeScript itself. */
function typeOptions(path: string, { version }: Interpreter): readonly string[] {
  if (!/\.[cm]?tsx?$/.test(path) || Number(version.split('.')[0]) < 22) return [];
  return ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];
}
