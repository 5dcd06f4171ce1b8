import { literalText, type Text } from '../../../ir/text.ts';
import type { CommandWords, MapContext, Mapped, Primitive } from '../../primitive.ts';
import { type InterpreterOption, interpreter } from './interpreter.ts';
import { jsonTool } from './json-tool.ts';

/** Python 3.13; `-i` reads on from standard input after the program, so it is not here. */
const options: readonly InterpreterOption[] = [
  {
    names: ['-b', '-bb', '-B', '-d', '-E', '-I', '-O', '-OO', '-P', '-q', '-R', '-s', '-S', '-u', '-v', '-x'],
    does: 'flag',
  },
  { names: ['-W'], does: 'value' },
  { names: ['--check-hash-based-pycs'], does: 'value', accept: /^(always|default|never)$/ },
  {
    names: ['-X'],
    does: 'value',
    accept:
      /^(dev|utf8(=[01])?|faulthandler|tracemalloc(=\d+)?|importtime|showrefcount|no_debug_ranges|int_max_str_digits=\d+|frozen_modules(=(on|off))?|warn_default_encoding|gil=[01])$/,
  },
  { names: ['-c'], does: 'code', last: true },
  { names: ['-m'], does: 'module', last: true },
  {
    names: ['-V', '-VV', '--version', '-h', '-?', '--help', '--help-env', '--help-xoptions', '--help-all'],
    does: 'print',
  },
];

export const python: Primitive = interpreter({
  program: 'python3',
  capability: 'sandbox.python',
  names: (path) => [path, path === '.' ? '__main__.py' : `${path}/__main__.py`],
  options,
  runModule: knownModule,
});

/** `pytest x` is `python3 -m pytest x`. */
export const pytest: Primitive = (command, context) => {
  const front = ['python3', '-m', 'pytest'].map(literalText);
  const span = command.spans[0] ?? command.span;
  const spans = [span, span, ...command.spans];
  return python({ ...command, words: [...front, ...command.words.slice(1)], spans }, context);
};

/** Modules with a meaning of their own; others run in the sandbox by name. */
function knownModule(
  module: string,
  args: readonly Text[],
  command: CommandWords,
  context: MapContext,
): Mapped | undefined {
  switch (module) {
    case 'json.tool':
    case 'json':
      return jsonTool(args, command);
    case 'pip':
    case 'uv':
    case 'yt_dlp':
    case 'playwright':
      return context.mapCommand(renamed(command, module.replace('_', '-'), args));
    default:
      return undefined;
  }
}

function renamed(command: CommandWords, program: string, args: readonly Text[]): CommandWords {
  const kept = command.spans.slice(command.spans.length - args.length);
  const first = command.spans[0] ?? command.span;
  return { ...command, words: [literalText(program), ...args], spans: [first, ...(args.length === 0 ? [] : kept)] };
}
