import { literalOf, literalText } from '../../../ir/text.ts';
import type { Primitive } from '../../primitive.ts';
import type { ToolTable } from '../../tools/tool.ts';
import { toolPrimitive } from '../../tools/tool-primitive.ts';
import { packageRunner, pnpmDlx } from './package-runner.ts';

/**
 * A word that is no command of pnpm is a script of package.json, or else a program of an installed package: with a
 * colon it can only be the first, and where a table describes a package of that name it is taken for the second, whose
 * effects a script of the same name would be held to as well.
 */
export function pnpm(tools: ToolTable): Primitive {
  const own = toolPrimitive(tools);
  const dlx = packageRunner(pnpmDlx, tools);
  const installed = packageRunner({ program: 'pnpm', kind: 'npm', options: [], packages: [] }, tools);
  return (command, context) => {
    const [program, first, ...rest] = command.words;
    const word = literalOf(first ?? []);
    if (program === undefined || first === undefined || word === undefined) return own(command, context);
    if (word === 'dlx') return dlx(command, context);
    if (isCommand(tools, word)) return own(command, context);
    if (tools.get(word)?.packages.npm.includes(word) === true) return installed(command, context);
    if (!/^[A-Za-z][\w-]*(?::[\w-]+)+$/.test(word)) return own(command, context);
    const { span } = command;
    const [start = span, ...spans] = command.spans;
    return own(
      { ...command, words: [program, literalText('run'), first, ...rest], spans: [start, span, ...spans] },
      context,
    );
  };
}

function isCommand(tools: ToolTable, word: string): boolean {
  return tools.get('pnpm')?.rules.some(({ when }) => when.some((name) => name.split(' ')[0] === word)) === true;
}
