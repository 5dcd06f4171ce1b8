import type { Unsupported } from '../options.ts';

/** Text here is bytes, one to a character, so that sorting and cutting are those of the C locale. */
export interface Ran {
  readonly kind: 'ran';
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface ToolInput {
  readonly args: readonly string[];
  readonly stdin: string;
  /** A file's content; nothing if it was not handed in. */
  readonly file: (name: string) => string | undefined;
}

export type OwnTool = (input: ToolInput) => Ran | Unsupported;

export function printed(stdout: string): Ran {
  return { kind: 'ran', stdout, stderr: '', exitCode: 0 };
}

export function complained(message: string, exitCode = 1, stdout = ''): Ran {
  return { kind: 'ran', stdout, stderr: `${message}\n`, exitCode };
}

/** The content of each operand; standard input for `-` and for none. */
export function contents(
  tool: string,
  operands: readonly string[],
  input: ToolInput,
): readonly { readonly name: string; readonly text: string }[] | Ran {
  const found: { name: string; text: string }[] = [];
  for (const name of operands.length === 0 ? ['-'] : operands) {
    const text = name === '-' ? input.stdin : input.file(name);
    if (text === undefined) return complained(`${tool}: ${name}: No such file or directory`);
    found.push({ name, text });
  }
  return found;
}

export function isRan(value: object): value is Ran {
  return 'kind' in value && value.kind === 'ran';
}

/** Lines without their ends; a last line without one counts. */
export function linesOf(text: string, ending = '\n'): string[] {
  if (text === '') return [];
  const lines = text.split(ending);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Lines with their ends as they are. */
export function fullLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function ended(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
