import { literalOf } from '../../../ir/text.ts';
import type { Primitive } from '../../primitive.ts';
import type { ToolTable } from '../../tools/tool.ts';
import { toolPrimitive } from '../../tools/tool-primitive.ts';
import { bun } from './bun.ts';
import { deno } from './deno.ts';
import { go } from './go.ts';
import { node, tsNode, tsx } from './node.ts';
import { java, lua, perl, php, rscript, ruby } from './other-interpreters.ts';
import { bunx, npx, packageRunner, pipxRun, pnpmDlx, uvx, yarnDlx } from './package-runner.ts';
import { pytest, python } from './python.ts';
import { scriptAlias } from './script-alias.ts';
import { evaluate, otherShell, shell, source, trap } from './shell.ts';
import { uv } from './uv.ts';

/** `python3.12`: a version in the name does not make another program. */
const versions = ['8', '9', '10', '11', '12', '13', '14', '15'];

/** Interpreters and package runners by name. */
export function runtimes(tools: ToolTable): ReadonlyMap<string, Primitive> {
  const verbOr = (runner: typeof yarnDlx): Primitive => {
    const run = packageRunner(runner, tools);
    const other = toolPrimitive(tools);
    return (command, context) =>
      literalOf(command.words[1] ?? []) === runner.verb ? run(command, context) : other(command, context);
  };
  return new Map<string, Primitive>([
    ['python', python],
    ['python3', python],
    ...versions.map((minor): [string, Primitive] => [`python3.${minor}`, python]),
    ['pytest', pytest],
    ['node', node],
    ['nodejs', node],
    ['tsx', tsx],
    ['ts-node', tsNode],
    ['deno', deno],
    ['bun', bun(tools)],
    ['npx', packageRunner(npx, tools)],
    ['bunx', packageRunner(bunx, tools)],
    ['pnpm', scriptAlias(tools, verbOr(pnpmDlx))],
    ['yarn', verbOr(yarnDlx)],
    ['uvx', packageRunner(uvx, tools)],
    ['pipx', verbOr(pipxRun)],
    ['uv', uv(tools)],
    ['go', go(tools)],
    ['ruby', ruby],
    ['perl', perl],
    ['php', php],
    ['Rscript', rscript],
    ['lua', lua],
    ['java', java],
    ['bash', shell],
    ['sh', shell],
    ['dash', shell],
    ['ash', shell],
    ['source', source],
    ['.', source],
    ['eval', evaluate],
    ['trap', trap],
    ['zsh', otherShell],
    ['fish', otherShell],
    ['ksh', otherShell],
    ['csh', otherShell],
    ['tcsh', otherShell],
    ['pwsh', otherShell],
    ['powershell', otherShell],
    ['osascript', otherShell],
    ['ipython', otherShell],
  ]);
}
