import { diagnose } from '../../../ir/diagnostic.ts';
import { literal } from '../../../ir/expr.ts';
import { literalOf, type Text } from '../../../ir/text.ts';
import type { CommandWords, MapContext, Mapped, Primitive } from '../../primitive.ts';
import type { ToolTable } from '../../tools/tool.ts';
import { inSafeEnvironment, toolPrimitive } from '../../tools/tool-primitive.ts';
import { type InterpreterOption, interpreter, readFront, unknownOption } from './interpreter.ts';
import { bunx, runPackage } from './package-runner.ts';
import { draft, mapped, type Runner } from './script-draft.ts';

const runner: Runner = { program: 'bun', capability: 'sandbox.node' };

const options: readonly InterpreterOption[] = [
  {
    names: ['-b', '--bun', '--silent', '--smol', '--no-install', '--prefer-offline', '--hot', '--no-clear-screen'],
    does: 'flag',
  },
  { names: ['-r', '--preload'], does: 'load' },
  { names: ['--env-file', '--tsconfig-override'], does: 'read' },
  { names: ['-e', '--eval', '-p', '--print'], does: 'code' },
  { names: ['-v', '--version', '--revision', '-h', '--help'], does: 'print' },
];

const asInterpreter = interpreter({
  ...runner,
  names: (path) => [path, `${path}.ts`, `${path}.js`, path === '.' ? 'index.ts' : `${path}/index.ts`],
  options,
});

/** Sub-commands of bun itself; any other first word is a file or a script of package.json. */
const verbs = new Set([
  'install',
  'i',
  'add',
  'a',
  'remove',
  'rm',
  'update',
  'link',
  'unlink',
  'pm',
  'build',
  'init',
  'create',
  'c',
  'upgrade',
  'test',
  'outdated',
  'publish',
  'patch',
  'exec',
  'repl',
  'audit',
  'why',
  'info',
]);

export function bun(tools: ToolTable): Primitive {
  const other = toolPrimitive(tools);
  return (command, context) => {
    const first = literalOf(command.words[1] ?? []);
    if (first === 'x')
      return inSafeEnvironment('bun', command, runPackage({ ...bunx, program: 'bun' }, tools, 2, command, context));
    if (first !== undefined && verbs.has(first)) return other(command, context);
    const start = first === 'run' ? 2 : 1;
    return inSafeEnvironment('bun', command, runTarget(command, start, context));
  };
}

function runTarget(command: CommandWords, start: number, context: MapContext): Mapped {
  const read = readFront({ options }, command.words.slice(start));
  if (typeof read === 'string') return unknownOption('bun', read, command);
  const [target, ...args] = read.rest;
  const plain = target !== undefined && read.options.every(({ row }) => row.does === 'flag');
  if (plain && isScriptName(target)) return packageScript(target, args, command);
  const words = [command.words[0] ?? [], ...command.words.slice(start)];
  return asInterpreter({ ...command, words, spans: [command.span, ...command.spans.slice(start)] }, context);
}

/** `bun run build`: a name of package.json's `scripts`, not a file. */
function isScriptName(target: Text): boolean {
  return /^[A-Za-z][\w:-]*$/.test(literalOf(target) ?? '');
}

function packageScript(target: Text, args: readonly Text[], command: CommandWords): Mapped {
  const name = literalOf(target) ?? '';
  const effects = [{ kind: 'read', path: [{ kind: 'literal', value: 'package.json' }] }] as const;
  const result = mapped(draft(runner, { package_script: literal(name) }, args, command, { effects }));
  if (result.kind !== 'mapped') return result;
  const note = diagnose('map/script-missing', `what \`${name}\` runs stands in package.json`, command.span);
  return { ...result, diagnostics: [note] };
}
