import { readOptions, type Unsupported, unsupported } from '../options.ts';
import { refusedPattern } from '../own/refused-pattern.ts';
import { complained, type OwnTool, type Ran } from '../own/tool.ts';
import { bytesOf, textOf } from '../own/utf8.ts';
import { type AwkInput, Interpreter } from './interpreter.ts';
import { parseProgram } from './parse-program.ts';
import { readEscapes } from './token.ts';
import { Unreadable } from './unreadable.ts';

const mostOutput = 64 * 1024 * 1024;

/**
 * awk. Only what is written here can be done: there is no way to a file, a program, the environment or the clock. Where versions of awk
 * answer in different ways it is refused, when the program is read or when it comes to it.
 */
export const awk: OwnTool = (input) => {
  try {
    const args = input.args.map(textOf);
    const before = stopAtProgram(args);
    const read = readOptions({ flags: '', values: 'Fv' }, before);
    if (read.kind === 'unsupported') return read;
    const rest = args.slice(before.length);
    const [program, ...files] = rest[0] === '--' ? rest.slice(1) : rest;
    if (program === undefined || (program.startsWith('-') && rest[0] !== '--')) return unsupported('no program');
    const named = contents(files, input);
    if ('kind' in named) return named;
    const interpreter = new Interpreter({
      program: parseProgram(program),
      variables: variablesOf(read.values.get('v') ?? [], read.values.get('F') ?? []),
      files: named,
      maxOutput: mostOutput,
    });
    const { stdout, exitCode } = interpreter.run();
    return { kind: 'ran', stdout: bytesOf(stdout), stderr: '', exitCode };
  } catch (error) {
    return unsupported(error instanceof Unreadable ? error.message : refusedPattern(error));
  }
};

/** The words in front of the program. */
function stopAtProgram(args: readonly string[]): readonly string[] {
  let at = 0;
  while (at < args.length && /^-[Fv]/.test(args[at] ?? '')) at += (args[at] ?? '').length === 2 ? 2 : 1;
  return args.slice(0, at);
}

function contents(names: readonly string[], input: Parameters<OwnTool>[0]): AwkInput['files'] | Ran | Unsupported {
  const found: { readonly name?: string; readonly text: string }[] = [];
  for (const name of names.length === 0 ? ['-'] : names) {
    if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(name)) return unsupported('a variable among the files');
    const bytes = name === '-' ? input.stdin : input.file(bytesOf(name));
    if (bytes === undefined) return complained(`awk: cannot open ${name} (No such file or directory)`, 2);
    found.push({ ...(name === '-' ? {} : { name }), text: textOf(bytes) });
  }
  return found;
}

function variablesOf(given: readonly string[], separators: readonly string[]): readonly (readonly [string, string])[] {
  const variables = given.map((text) => {
    const found = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/.exec(text);
    if (found === null) throw new Unreadable('this variable');
    return [found[1] ?? '', readEscapes(found[2] ?? '')] as const;
  });
  const separator = separators.at(-1);
  if (separator === undefined) return variables;
  // `-Ft` is a tab to some.
  if (separator === 't' || separator === '') throw new Unreadable('this separator');
  return [...variables, ['FS', readEscapes(separator, 'kept')]];
}
