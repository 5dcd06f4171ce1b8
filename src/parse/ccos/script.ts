import { diagnose } from '../../ir/diagnostic.ts';
import type { Body } from '../../ir/skill.ts';
import { asString, type DataNode, get } from '../data/index.ts';
import { shellBody } from './command.ts';
import { type Reading, textField } from './report.ts';
import { imageIn } from './sandbox.ts';

/** `runtime` and `script`: code in the document, or the path of a bundled file. */
export function readScript(reading: Reading, node: DataNode, files: ReadonlySet<string>): Body | undefined {
  const script = get(node, 'script');
  const source = asString(script);
  if (script === undefined || source === undefined || source.trim() === '') return undefined;
  const inImage = imageIn(node) !== undefined;
  const runtime = (inImage ? nameRuntime(source) : textField(reading, node, 'runtime')) ?? shebangRuntime(source);
  if (runtime === undefined) {
    reading.diagnostics.push(
      inImage
        ? diagnose(
            'parse/field-missing',
            'a `script` in a container needs a first line that names its interpreter',
            script.span,
          )
        : diagnose('parse/field-missing', 'a `script` needs a `runtime`, such as `python:3.11`', script.span),
    );
    return undefined;
  }
  return isPath(source)
    ? bundledScript(reading, source.trim(), runtime, script, files)
    : { kind: 'script', runtime, source, span: script.span };
}

function shebangRuntime(source: string): string | undefined {
  const program =
    /^#![ \t]{0,8}(?:\/[^\s/]{1,64}){0,16}\/([a-z]{1,32})[0-9.]*(?:[ \t]+(?:-\S{1,32}[ \t]+)?([a-z]{1,32}))?/.exec(
      source,
    );
  const name = program?.[1] === 'env' ? program[2] : program?.[1];
  return name !== undefined && ['python', 'node', 'bash', 'sh', 'deno', 'bun', 'ruby', 'perl'].includes(name)
    ? name
    : undefined;
}

/** A file of the bundle says it by its name. */
function nameRuntime(source: string): string | undefined {
  const [, ending = ''] = isPath(source) ? (/\.(\w+)$/.exec(source.trim()) ?? []) : [];
  return new Map([
    ['py', 'python'],
    ['js', 'node'],
    ['mjs', 'node'],
    ['cjs', 'node'],
    ['ts', 'node'],
    ['sh', 'bash'],
    ['bash', 'bash'],
  ]).get(ending);
}

function isPath(source: string): boolean {
  return /^[\w@./-]{1,200}\.(?:py|js|mjs|cjs|ts|sh|bash|rb|pl)$/.test(source.trim());
}

const interpreters: ReadonlyMap<string, string> = new Map([
  ['python', 'python3'],
  ['python3', 'python3'],
  ['node', 'node'],
  ['nodejs', 'node'],
  ['javascript', 'node'],
  ['bash', 'bash'],
  ['sh', 'sh'],
  ['shell', 'bash'],
  ['deno', 'deno run'],
  ['bun', 'bun run'],
]);

/** A bundled file runs as its command would, so that the mapper treats both alike. */
function bundledScript(
  reading: Reading,
  path: string,
  runtime: string,
  node: DataNode,
  files: ReadonlySet<string>,
): Body | undefined {
  const inside = path.replace(/^\.\//, '');
  if (path.startsWith('/') || path.split('/').includes('..')) {
    reading.diagnostics.push(diagnose('parse/path-outside', `\`${path}\` leaves the bundle`, node.span));
    return undefined;
  }
  const interpreter = interpreters.get((runtime.split(':')[0] ?? '').trim().toLowerCase());
  if (!files.has(inside) || interpreter === undefined) {
    const why =
      interpreter === undefined ? `the runtime \`${runtime}\` is not known` : `\`${path}\` is not in the bundle`;
    reading.diagnostics.push(diagnose('parse/field-value', why, node.span));
    return undefined;
  }
  const { body, diagnostics } = shellBody(`${interpreter} ${inside}`, node.span.source, () => node.span.start);
  reading.diagnostics.push(...diagnostics);
  return body;
}
