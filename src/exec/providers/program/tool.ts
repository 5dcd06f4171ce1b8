import type { ProgramFile } from '../../market/program.ts';
import type { MachineProgram } from '../../runtime/machine.ts';
import { bundledScript } from './bundled-script.ts';
import { type CommandRefusal, commandRefusal, type ProgramCommand, readOnly } from './command.ts';
import { interpreterOptions } from './loaded-files.ts';
import type { ProgramArgs } from './program-args.ts';

/** A shell would run any text as commands that nobody mapped: `shell.run` is for those. */
const shells = new Set('sh bash dash ash zsh fish ksh mksh csh tcsh rbash busybox pwsh'.split(' '));

export function isShell(name: string): boolean {
  return shells.has(name.slice(name.lastIndexOf('/') + 1));
}

/** How an interpreter that has no sandbox of its own takes code on its command line. */
const codeOptions: ReadonlyMap<string, string> = new Map([
  ['perl', '-e'],
  ['ruby', '-e'],
  ['lua', '-e'],
  ['Rscript', '-e'],
  ['php', '-r'],
]);

/** Words between the program and a file of the skill. */
const fileWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['go', ['run']],
  ['deno', ['run', '--allow-all', '--no-prompt', '--cached-only']],
  ['bun', ['run']],
]);

/** A program of the skill's own: its bytes were approved with the skill. */
export function ownProgram(
  args: ProgramArgs,
  bundle: ReadonlyMap<string, ProgramFile>,
): ProgramCommand | CommandRefusal {
  const script = bundledScript(args, bundle);
  if (script.kind === 'refused') return script;
  if (bundle.get(args.script ?? '')?.executable !== true)
    return commandRefusal('program/not-executable', `\`${args.script}\` is not executable`, `chmod +x ${args.script}`);
  return {
    kind: 'command',
    program: script.path,
    args: args.args ?? [],
    env: {},
    mounts: [],
    name: args.script ?? '',
    facts: { program: { path: args.script ?? '', digest: script.digest } },
  };
}

export function toolCommand(
  args: ProgramArgs,
  name: string,
  program: MachineProgram,
  bundle: ReadonlyMap<string, ProgramFile>,
): ProgramCommand | CommandRefusal {
  if (isShell(program.real) || isShell(name))
    return commandRefusal(
      'program/shell',
      `\`${name}\` is a shell, and a shell is no tool: what it would run is not known`,
      'write the commands themselves',
    );
  const front = frontOf(args, name, bundle);
  if ('kind' in front) return front;
  return {
    kind: 'command',
    program: program.path,
    args: [...front, ...(args.args ?? [])],
    env: {},
    mounts: readOnly(program.mounts),
    name,
    facts: { program: { path: program.real, digest: program.digest } },
  };
}

function frontOf(
  args: ProgramArgs,
  name: string,
  bundle: ReadonlyMap<string, ProgramFile>,
): readonly string[] | CommandRefusal {
  const options = interpreterOptions(args, bundle);
  if ('kind' in options) return options;
  if (args.script !== undefined) {
    const script = bundledScript(args, bundle);
    return script.kind === 'refused' ? script : [...(fileWords.get(name) ?? []), ...options, script.path];
  }
  if (args.code === undefined) return options;
  const option = codeOptions.get(name);
  return option === undefined
    ? commandRefusal('program/code', `\`${name}\` takes no code on its command line`, 'put it into a file of the skill')
    : [...options, option, args.code];
}
