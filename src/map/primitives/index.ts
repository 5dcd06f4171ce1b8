import { shellBuiltins } from '../builtins.ts';
import type { Primitive } from '../primitive.ts';
import type { ToolTable } from '../tools/tool.ts';
import { compressors } from './compress/compress.ts';
import { curl } from './curl/index.ts';
import { databases } from './database/index.ts';
import { httpie } from './httpie/httpie.ts';
import { jq } from './jq/jq.ts';
import { openssl } from './openssl/openssl.ts';
import { runtimes } from './runtime/index.ts';
import { textTools } from './text-tools/index.ts';
import { wget } from './wget/wget.ts';
import { wrappers } from './wrapper/index.ts';

/** Programs that skillc carries out itself, without starting a process; what is behind a wrapper is judged by itself. */
export const ownPrograms: ReadonlySet<string> = new Set([
  ...shellBuiltins.keys(),
  ...textTools.keys(),
  ...wrappers.keys(),
  'curl',
  'wget',
  'http',
  'https',
  'jq',
]);

/** Every program name with a meaning of its own. Known programs that are only data stand in capabilities/tools. */
export function primitiveTable(tools: ToolTable): ReadonlyMap<string, Primitive> {
  return new Map<string, Primitive>([
    ...shellBuiltins,
    ...textTools,
    ['curl', curl],
    ['wget', wget],
    ['http', httpie('http')],
    ['https', httpie('https')],
    ['jq', jq],
    ...compressors(tools),
    ...databases(tools),
    ['openssl', openssl(tools)],
    ...runtimes(tools),
    ...wrappers,
  ]);
}
