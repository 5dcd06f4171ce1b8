import type { Marks } from '../../../http/url/marks.ts';
import type { RequestTemplate } from '../../../ir/request.ts';
import type { Text } from '../../../ir/text.ts';
import { fillMatches } from './glob.ts';
import type { Node, Operation } from './operation.ts';
import { type Stop, unmapped, usage } from './stop.ts';
import type { Target } from './target.ts';

export interface TargetOutput {
  readonly output: RequestTemplate['output'];
  readonly headersToStdout: boolean;
  readonly headerFile?: Text;
  readonly cookieJar?: Text;
}

/** Where the answer, its headers and its cookies go. */
export function outputOf(
  operation: Operation,
  node: Node,
  target: Target,
  matches: readonly string[],
  marks: Marks,
): TargetOutput | Stop {
  const path = outputPath(operation, node, target, matches);
  if (typeof path === 'object') return path;
  if (operation.cookieJar === '-') return unmapped('`-c -` prints the cookies behind the answer');
  const headers = operation.dumpHeader;
  const toStdout = headers !== undefined && standardOutput.has(headers);
  const [headerFile, cookieJar] = [toStdout ? undefined : headers, operation.cookieJar].map((file) =>
    file === undefined || file === '' || nowhere.has(file) ? undefined : marks.text(file),
  );
  if (headerFile !== undefined && headers === path) return unmapped('`-D` and `-o` write to one file');
  if (headerFile !== undefined && operation.createDirs) return unmapped('`-D` together with `--create-dirs`');
  return {
    output:
      path === undefined
        ? { kind: 'stdout' }
        : nowhere.has(path)
          ? { kind: 'none' }
          : { kind: 'file', path: marks.text(path), ...(operation.createDirs ? { createDirs: '750' } : {}) },
    headersToStdout: toStdout,
    ...(headerFile === undefined ? {} : { headerFile }),
    ...(cookieJar === undefined ? {} : { cookieJar }),
  };
}

const standardOutput: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1']);
const nowhere: ReadonlySet<string> = new Set(['/dev/null', '/dev/stderr', '/dev/fd/2']);

/** Undefined for standard output. */
function outputPath(
  operation: Operation,
  node: Node,
  target: Target,
  matches: readonly string[],
): string | undefined | Stop {
  if (operation.outNull) return '/dev/null';
  const { output } = node;
  if (output?.kind === 'stdout') return undefined;
  if (output?.kind !== 'file') {
    const remote = output?.kind === 'remote' || node.remoteByDefault === true;
    return remote ? remotePath(operation, target) : undefined;
  }
  if (standardOutput.has(output.path)) return undefined;
  if (nowhere.has(output.path)) return output.path;
  return inDirectory(operation, operation.globOff ? output.path : fillMatches(output.path, matches));
}

function remotePath(operation: Operation, target: Target): string | Stop {
  const name = target.path.slice(target.path.lastIndexOf('/') + 1);
  return name === '' ? usage('`-O` and a URL without a file name') : inDirectory(operation, name);
}

function inDirectory({ outputDirectory }: Operation, path: string): string {
  return outputDirectory === undefined || outputDirectory === '' ? path : `${outputDirectory}/${path}`;
}
