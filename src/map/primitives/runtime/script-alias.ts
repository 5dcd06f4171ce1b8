import { literalOf, literalText } from '../../../ir/text.ts';
import type { Primitive } from '../../primitive.ts';
import type { ToolTable } from '../../tools/tool.ts';
import { inSafeEnvironment, mapTool, programOf } from '../../tools/tool-primitive.ts';

/**
 * `pnpm NAME` where no command of pnpm has that name: a program of the project's packages where a table describes it, else a
 * script of the project, as in `pnpm run NAME`. Only as the first word: behind an option it may be that option's value.
 */
export function scriptAlias(tools: ToolTable, other: Primitive): Primitive {
  return (command, context) => {
    const [first, ...rest] = command.words;
    const name = literalOf(rest[0] ?? []);
    const program = programOf(command);
    const tool = program === undefined ? undefined : tools.get(program);
    if (first === undefined || name === undefined || program === undefined || tool === undefined) {
      return other(command, context);
    }
    const isCommand = tool.rules.some(({ when }) => when.some((one) => one.split(' ')[0] === name));
    if (isCommand || !/^[a-z][\w:.-]*$/i.test(name)) return other(command, context);
    if ((tools.get(name)?.packages.npm.length ?? 0) > 0) {
      const inner = { ...command, words: rest, spans: command.spans.slice(1) };
      return inSafeEnvironment(program, command, context.mapCommand(inner));
    }
    return mapTool(tool, program, command, [first, literalText('run'), ...rest]);
  };
}
