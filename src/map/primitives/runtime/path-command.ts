import { diagnose } from '../../../ir/diagnostic.ts';
import { literal } from '../../../ir/expr.ts';
import { literalOf, literalText, type Text } from '../../../ir/text.ts';
import type { CommandWords, MapContext, Mapped, Primitive } from '../../primitive.ts';
import { systemProgram } from '../../system-path.ts';
import { inSafeEnvironment } from '../../tools/tool-primitive.ts';
import { draft, mapped, missingScript, openScript, outsideBundle } from './script-draft.ts';
import { resolveScript } from './script-path.ts';
import { decode, runShellFile } from './shell.ts';

/** What a `#!` line may name. Each takes the file as its program, so a chain ends here. */
const interpreters = new Set([
  'sh',
  'bash',
  'dash',
  'ash',
  'zsh',
  'fish',
  'ksh',
  'python',
  'python3',
  'node',
  'nodejs',
  'deno',
  'bun',
  'tsx',
  'ts-node',
  'ruby',
  'perl',
  'php',
  'Rscript',
  'lua',
  'pwsh',
  'osascript',
  'uv',
]);

const byExtension = new Map([
  ['sh', 'bash'],
  ['bash', 'bash'],
  ['zsh', 'zsh'],
  ['fish', 'fish'],
  ['py', 'python3'],
  ['js', 'node'],
  ['mjs', 'node'],
  ['cjs', 'node'],
  ['ts', 'tsx'],
  ['mts', 'tsx'],
  ['rb', 'ruby'],
  ['pl', 'perl'],
  ['php', 'php'],
  ['R', 'Rscript'],
  ['lua', 'lua'],
  ['ps1', 'pwsh'],
]);

/** `./run.sh`, `scripts/x.py`: what the file's first line says, else its extension. */
export const pathCommand: Primitive = (command, context) => {
  const word = command.words[0] ?? [];
  const written = literalOf(word);
  const program = written === undefined ? undefined : systemProgram(written);
  if (program !== undefined && written !== program) return context.mapCommand(renamed(command, [literalText(program)]));
  const venv = written === undefined ? undefined : virtualEnvironment(written, context);
  if (venv !== undefined) return context.mapCommand(renamed(command, [literalText(venv)]));
  const found = resolveScript(word, context);
  switch (found.kind) {
    case 'open':
    case 'stdin':
      return openScript(written ?? 'the command', word, command.span);
    case 'outside':
      return outsideBundle(found.path, command.span);
    case 'missing':
      return missingCommand(found.path, found.elsewhere, command, context);
    case 'bundled':
      return bundledCommand(found.path, found.file.bytes, found.file.digest, command, context);
  }
};

const ownExtensions = /\.(?:sh|bash|py|js|mjs|cjs|ts)$/;

/**
 * `report.sh list`: a script of the bundle by its bare name, as it is found once its folder is on the PATH.
 * Undefined for a name without a script's ending; two files of that name leave open which is meant.
 */
export function namedScript(program: string, command: CommandWords, context: MapContext): Mapped | undefined {
  const { bundle, cwd } = context;
  if (bundle === undefined || !ownExtensions.test(program)) return undefined;
  const paths = [...bundle.files.keys()].filter((path) => path === program || path.endsWith(`/${program}`));
  const [path, other] = paths;
  if (path === undefined) return { kind: 'unknown', reason: missingScript(program, command.span) };
  if (other !== undefined || cwd !== '.') return openScript(program, command.words[0] ?? [], command.span);
  return pathCommand(renamed(command, [literalText(`./${path}`)]), context);
}

/** `.venv/bin/python` is Python: ours, never the file of that name. */
function virtualEnvironment(written: string, context: MapContext): string | undefined {
  const name =
    /^(?:\.\/|~\/|\/)?(?:[\w.-]+\/)*(?:\.?v?env|[\w.-]+-v?env|\.?v?envs\/[\w.-]+)\/bin\/(python3?|pip3?|uv|pytest)$/.exec(
      written,
    )?.[1];
  return name === undefined || context.bundle?.files.has(written.replace(/^\.\//, '')) ? undefined : name;
}

function bundledCommand(
  path: string,
  bytes: Uint8Array,
  digest: string,
  command: CommandWords,
  context: MapContext,
): Mapped {
  const text = decode(bytes);
  const file = command.words[0] ?? [];
  if (text === undefined || text.includes('\0')) {
    const runner = { program: path, capability: 'sandbox.tool' } as const;
    const result = mapped(
      draft(runner, { script: literal(path), digest: literal(digest) }, command.words.slice(1), command, {}),
    );
    return inSafeEnvironment(path, command, result);
  }
  const line = shebang(text);
  if (line !== undefined) return interpreted(line, file, command, context);
  const known = byExtension.get(extension(path));
  if (known !== undefined) return interpreted([known], file, command, context);
  // Without `#!` a shell runs the file itself.
  return inSafeEnvironment(path, command, runShellFile(file, command.words.slice(1), command, context));
}

function missingCommand(path: string, elsewhere: boolean, command: CommandWords, context: MapContext): Mapped {
  const known = byExtension.get(extension(path));
  if (known !== undefined) return interpreted([known], command.words[0] ?? [], command, context);
  const reason = missingScript(path, command.span);
  if (elsewhere || context.bundle !== undefined) return { kind: 'unknown', reason };
  const runner = { program: path, capability: 'sandbox.tool' } as const;
  const one = draft(runner, { script: literal(path) }, command.words.slice(1), command, {});
  return { kind: 'mapped', drafts: [{ ...one, understanding: 'unknown' }], diagnostics: [reason] };
}

/** As the kernel does it: the interpreter's words, then the file, then the arguments. */
function interpreted(line: readonly string[], file: Text, command: CommandWords, context: MapContext): Mapped {
  const [program = '', ...options] = line;
  const isPython = /^python[23]?(\.\d+)?$/.test(program);
  const endless = program === 'uv' && !options.includes('--script') && !options.includes('-s');
  if ((!isPython && !interpreters.has(program)) || endless) {
    const message = `the first line names \`${line.join(' ')}\`, which is not modelled`;
    return { kind: 'unknown', reason: diagnose('map/interpreter-other', message, command.span) };
  }
  return context.mapCommand(renamed(command, [program, ...options].map(literalText), file));
}

/** `program` in place of the command word, and the file behind it. */
function renamed(command: CommandWords, front: readonly Text[], file?: Text): CommandWords {
  const span = command.spans[0] ?? command.span;
  const added = file === undefined ? front : [...front, file];
  return {
    ...command,
    words: [...added, ...command.words.slice(1)],
    spans: [...added.map(() => span), ...command.spans.slice(1)],
  };
}

/** `#!/usr/bin/env -S uv run --script`, `#!/bin/bash -e`. */
export function shebang(text: string): readonly string[] | undefined {
  if (!text.startsWith('#!')) return undefined;
  const end = text.indexOf('\n');
  const line = text.slice(2, end < 0 ? Math.min(text.length, 256) : Math.min(end, 256));
  const words = line.trim().split(/[ \t]+/);
  const program = systemProgram(words[0] ?? '') ?? '';
  if (program !== 'env') return [program, ...words.slice(1)];
  return words[1] === '-S' ? words.slice(2) : words.slice(1);
}

function extension(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1);
}
