import { diagnose } from '../../../ir/diagnostic.ts';
import { list, literal } from '../../../ir/expr.ts';
import type { Span } from '../../../ir/span.ts';
import { literalOf, literalText, type Text } from '../../../ir/text.ts';
import type { CommandWords, Draft, DraftEffect, MapContext, Mapped, Primitive } from '../../primitive.ts';
import type { ToolTable } from '../../tools/tool.ts';
import { inSafeEnvironment, toolDraft } from '../../tools/tool-primitive.ts';
import { type InterpreterOption, readFront, unknownOption } from './interpreter.ts';

/** A program that fetches a package and runs it: `npx`, `uvx`, `bunx`, `pipx run`, `pnpm dlx`, `yarn dlx`. */
export interface PackageRunner {
  readonly program: string;
  readonly kind: 'npm' | 'pypi';
  /** Words between the program and its options: `run`, `dlx`. */
  readonly verb?: string;
  readonly options: readonly InterpreterOption[];
  /** Options whose value is one more package. */
  readonly packages: readonly string[];
}

interface Package {
  readonly name: string;
  readonly version?: string;
}

/** npx's `-c` hands its text to a shell, and `--registry` moves the source: neither is here. */
export const npx: PackageRunner = {
  program: 'npx',
  kind: 'npm',
  options: [
    {
      names: [
        '-y',
        '--yes',
        '--no',
        '--no-install',
        '-q',
        '--quiet',
        '--prefer-offline',
        '--prefer-online',
        '--ignore-existing',
        '--silent',
      ],
      does: 'flag',
    },
    { names: ['-p', '--package'], does: 'value' },
    { names: ['-v', '--version', '-h', '--help'], does: 'print' },
  ],
  packages: ['-p', '--package'],
};

export const bunx: PackageRunner = {
  ...npx,
  program: 'bunx',
  options: [
    { names: ['--bun', '-y', '--silent', '--verbose', '--no-install'], does: 'flag' },
    { names: ['-p', '--package'], does: 'value' },
    { names: ['--version', '--help'], does: 'print' },
  ],
};

export const pnpmDlx: PackageRunner = {
  ...npx,
  program: 'pnpm',
  verb: 'dlx',
  options: [
    { names: ['--silent', '-s'], does: 'flag' },
    { names: ['--package'], does: 'value' },
  ],
  packages: ['--package'],
};

export const yarnDlx: PackageRunner = {
  ...npx,
  program: 'yarn',
  verb: 'dlx',
  options: [
    { names: ['-q', '--quiet'], does: 'flag' },
    { names: ['-p', '--package'], does: 'value' },
  ],
};

export const uvx: PackageRunner = {
  program: 'uvx',
  kind: 'pypi',
  options: [
    {
      names: [
        '-q',
        '--quiet',
        '-v',
        '--verbose',
        '--isolated',
        '--refresh',
        '-U',
        '--upgrade',
        '--no-cache',
        '-n',
        '--offline',
        '--no-progress',
        '--no-config',
      ],
      does: 'flag',
    },
    { names: ['--from', '--with', '-w', '-p', '--python'], does: 'value' },
    { names: ['-V', '--version', '-h', '--help'], does: 'print' },
  ],
  packages: ['--from', '--with', '-w'],
};

export const pipxRun: PackageRunner = {
  ...uvx,
  program: 'pipx',
  verb: 'run',
  options: [
    { names: ['--no-cache', '--pypackages', '--quiet', '-q'], does: 'flag' },
    { names: ['--spec', '--python', '--with'], does: 'value' },
  ],
  packages: ['--spec', '--with'],
};

export function packageRunner(runner: PackageRunner, tools: ToolTable): Primitive {
  return (command, context) =>
    inSafeEnvironment(
      runner.program,
      command,
      runPackage(runner, tools, 1 + (runner.verb === undefined ? 0 : 1), command, context),
    );
}

/** `at`: the first word that is an option or the package. */
export function runPackage(
  runner: PackageRunner,
  tools: ToolTable,
  at: number,
  command: CommandWords,
  context: MapContext,
): Mapped {
  const read = readFront(runner, command.words.slice(at));
  if (typeof read === 'string') return unknownOption(runner.program, read, command);
  if (read.options.some(({ row }) => row.does === 'print')) {
    return { kind: 'mapped', drafts: [toolDraft(runner.program, command, [])], diagnostics: [] };
  }
  const [first, ...args] = read.rest;
  const named = read.options.filter(({ name }) => runner.packages.includes(name)).map(({ value }) => value ?? []);
  const source = read.options.find(({ name }) => name !== '--with' && name !== '-w' && runner.packages.includes(name));
  const fetched = [...named, ...(source === undefined && first !== undefined ? [first] : [])].map((text) =>
    packageOf(text, runner.kind),
  );
  const packages = fetched.filter((one) => one !== undefined);
  if (first === undefined || packages.length < fetched.length) return openPackage(runner, command);
  const binary = source === undefined ? binaryOf(first, runner.kind) : literalOf(first);
  if (binary === undefined) return openPackage(runner, command);
  const holder = source?.value === undefined ? packages.at(-1) : packageOf(source.value, runner.kind);
  const inner = innerCommand(binary, args, holder?.name ?? '', runner, tools, command, context);
  return inner === undefined
    ? undescribed(binary, args, holder?.name ?? binary, runner, packages, command)
    : withPackages(inner, runner, packages, command);
}

function openPackage(runner: PackageRunner, command: CommandWords): Mapped {
  const message = `which package \`${runner.program}\` fetches and runs is not in the text`;
  return { kind: 'unknown', reason: diagnose('map/script-open', message, command.span) };
}

/** Code from elsewhere that nobody has described, whatever its version: no better known than an unknown program. */
export function unknownPackage(name: string, span: Span): Extract<Mapped, { kind: 'unknown' }> {
  const message = `no table describes the package \`${name}\``;
  return { kind: 'unknown', reason: diagnose('map/unknown-tool', message, span) };
}

/** Interpreters that are packages: they run the skill's file. */
const scriptHosts = new Map([
  ['tsx', 'tsx'],
  ['ts-node', 'ts-node'],
  ['node', 'node'],
  ['bun', 'bun'],
  ['deno', 'deno'],
]);

/** The package's program as such, where a table or an interpreter tells what it does. */
function innerCommand(
  binary: string,
  args: readonly Text[],
  holder: string,
  runner: PackageRunner,
  tools: ToolTable,
  command: CommandWords,
  context: MapContext,
): Mapped | undefined {
  const host = runner.kind === 'npm' && holder === binary ? scriptHosts.get(binary) : undefined;
  const listed = tools.get(binary)?.packages[runner.kind].includes(holder) === true ? binary : undefined;
  const renamed = runner.kind === 'npm' && binaryOfPackage(holder) === binary ? tools.ofPackage?.(holder) : undefined;
  const program = host ?? listed ?? renamed;
  if (program === undefined) return undefined;
  const spans = command.spans.slice(command.spans.length - args.length - 1);
  return context.mapCommand({ ...command, words: [literalText(program), ...args], spans });
}

/** The program of a package that nobody has described: an unknown tool, which is installed before it runs. */
function undescribed(
  binary: string,
  args: readonly Text[],
  name: string,
  runner: PackageRunner,
  packages: readonly Package[],
  command: CommandWords,
): Mapped {
  const { reason } = unknownPackage(name, command.span);
  const words = command.words.slice(0, 1).concat(args);
  const draft = toolDraft(binary, { ...command, words }, [], { known: literal(false) });
  const made = withPackages(
    { kind: 'mapped', drafts: [{ ...draft, understanding: 'unknown' }], diagnostics: [] },
    runner,
    packages,
    command,
  );
  return made.kind === 'mapped' ? { ...made, diagnostics: [reason] } : made;
}

/**
 * Names the packages beside whatever runs: they are installed by a step of their own, never when it runs. One without an exact
 * version may be another one tomorrow.
 */
function withPackages(
  result: Mapped,
  runner: PackageRunner,
  packages: readonly Package[],
  command: CommandWords,
): Mapped {
  if (result.kind !== 'mapped') return result;
  const process: DraftEffect = { kind: 'process', program: runner.program };
  const names = list(packages.map(({ name, version }) => literal(version === undefined ? name : `${name}@${version}`)));
  const drafts = result.drafts.map((one): Draft => {
    if (one.kind !== 'plain') return one;
    const has = one.effects.some((effect) => effect.kind === 'process' && effect.program === runner.program);
    const effects = [...(has ? [] : [process]), ...one.effects];
    return {
      ...one,
      effects,
      args: { ...one.args, members: [...one.args.members, { key: 'packages', value: names }] },
    };
  });
  const loose = packages.filter(
    ({ version }) => version === undefined || !/^v?\d+\.\d+(\.\d+)?([.+-][\w.+-]*)?$/.test(version),
  );
  const notes = loose.map(({ name }) =>
    diagnose('map/package-unpinned', `\`${name}\` is fetched in whatever version is newest`, command.span),
  );
  return { ...result, drafts, diagnostics: [...result.diagnostics, ...notes] };
}

/** Where no program is named, the package's own is meant. */
function binaryOfPackage(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** `@scope/name@1.2.3`, `name==1.2`, `name[extra]>=1`; undefined for URLs, paths, git addresses and holes. */
function packageOf(text: Text, kind: 'npm' | 'pypi'): Package | undefined {
  const written = literalOf(text);
  if (written === undefined) return undefined;
  const pattern =
    kind === 'npm'
      ? /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:@([\w.^~<>=|*+-]+))?$/i
      : /^([a-z0-9][\w.-]*(?:\[[\w,.-]*\])?)(?:(?:==|@)([\w.+-]+)|(?:[<>~!]=?[\w.,<>=!~*+-]*))?$/i;
  const found = pattern.exec(written);
  if (found?.[1] === undefined) return undefined;
  return found[2] === undefined ? { name: found[1] } : { name: found[1], version: found[2] };
}

/** The program a package is expected to hold: its name without scope and version. */
function binaryOf(text: Text, kind: 'npm' | 'pypi'): string | undefined {
  const name = packageOf(text, kind)?.name.replace(/\[.*$/, '');
  return name?.slice(name.lastIndexOf('/') + 1);
}
