import type { ProgramFile } from '../../market/program.ts';
import type { Interpreter } from '../../runtime/interpreters.ts';
import { bundledScript } from './bundled-script.ts';
import { type CommandRefusal, commandRefusal, type ProgramCommand, readOnly } from './command.ts';
import { interpreterOptions } from './loaded-files.ts';
import { places } from './places.ts';
import type { ProgramArgs } from './program-args.ts';

/**
 * `-I` takes the working directory, the user's packages and all variables out of the way of imports; then the skill's own
 * folder stands where a skill expects the working directory, so that its modules are found and a `json.py` of the workspace
 * is not. The text comes from a file: a word of a command line has an end.
 */
const skillFirst = `__import__("sys").path.insert(0, ${JSON.stringify(places.skill)})`;
const codeFile = `${places.own}/code.py`;
const runCode = `${skillFirst};exec(compile(open(${JSON.stringify(codeFile)}, "rb").read(), "<string>", "exec"))`;
const runModule = `${skillFirst};__import__("runpy")._run_module_as_main(__import__("sys").argv.pop(1))`;

/** No traces beside the sources, which are read-only, and no packages of a user. */
const variables = { PYTHONDONTWRITEBYTECODE: '1', PYTHONNOUSERSITE: '1' };

export function pythonCommand(
  args: ProgramArgs,
  interpreter: Interpreter,
  bundle: ReadonlyMap<string, ProgramFile>,
  /** Inside, where there is an environment. */
  environmentProgram?: string,
): ProgramCommand | CommandRefusal {
  const words = args.args ?? [];
  const options = interpreterOptions(args, bundle);
  if ('kind' in options) return options;
  const command = (front: readonly string[], more: Partial<ProgramCommand> = {}): ProgramCommand => ({
    kind: 'command',
    program: environmentProgram ?? interpreter.path,
    args: [...safeOptions(options), ...front, ...words],
    env: variables,
    name: 'python3',
    mounts: [...readOnly(interpreter.mounts), ...(more.mounts ?? [])],
    facts: {
      interpreter: { path: interpreter.real, version: interpreter.version, digest: interpreter.digest },
      ...more.facts,
    },
  });
  if (args.script !== undefined) {
    const script = bundledScript(args, bundle);
    if (script.kind === 'refused') return script;
    return command([script.path], { facts: { script: { path: args.script, digest: script.digest } } });
  }
  if (args.code !== undefined) {
    const code = { kind: 'file', bytes: Buffer.from(args.code), at: codeFile } as const;
    return command(['-I', '-c', runCode], { mounts: [code] });
  }
  if (args.module !== undefined) {
    if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(args.module))
      return commandRefusal('program/module', `\`${args.module}\` is no name of a module`);
    return command(['-I', '-c', runModule, args.module]);
  }
  return words.length > 0 ? command([]) : commandRefusal('plan/shape', 'no code to run');
}

/** Those that change where modules come from are ours to set. */
function safeOptions(options: readonly string[]): readonly string[] {
  return options.filter((option) => !/^-[a-zA-Z]*[PSEIs]|^--check-hash/.test(option));
}
