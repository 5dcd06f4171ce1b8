import type { Provider, ProviderContext, ProviderResult } from '../../provider.ts';
import { runFileCommand } from './commands/index.ts';
import type { FileRefusal } from './file-grants.ts';
import type { FileHost } from './read-file.ts';
import { noBytes, noCost, refusedResult } from './result.ts';
import { type StagedWrite, stageWrite, type Written } from './stage-write.ts';

export interface WriteArguments {
  readonly path?: string;
  readonly paths?: readonly string[];
  /**
   * Text to write, or the mark of the plan for standard input. With the mark the bytes are also passed on, as `tee`
   * does; without `content` they are standard input and nothing is printed, as with `> file`.
   */
  readonly content?: string | { readonly kind: 'stdin' };
  readonly append?: boolean;
  /** `copy`, `remove` … */
  readonly operation?: string;
  readonly args?: readonly string[];
}

export interface WriteHost extends FileHost {
  /** Names for files that are not yet in place; unguessable. */
  readonly stagingName: () => string;
  readonly random: (bytes: number) => Uint8Array;
}

/** Every file is written beside its target before the first is put in place. */
export function writeFileProvider(host: WriteHost): Provider<WriteArguments> {
  return {
    run: async (args, context) => {
      if (args.operation === undefined) return write(host, args, context);
      return runFileCommand(args.operation, args.args ?? [], host, context);
    },
  };
}

function write(host: WriteHost, args: WriteArguments, context: ProviderContext): ProviderResult {
  const bytes = typeof args.content === 'string' ? Buffer.from(args.content) : context.stdin;
  const targets = args.path === undefined ? (args.paths ?? []) : [args.path];
  if (targets.length === 0) return refusedResult({ code: 'io/no-target', message: 'no file is named' });
  if (bytes.length > host.maxBytes) {
    return refusedResult({ code: 'limit/bytes', message: `more than ${host.maxBytes} bytes to write` });
  }
  if (context.signal.aborted) return refusedResult({ code: 'exec/stopped', message: 'stopped before it began' });
  const append = args.append === true;
  const staged: StagedWrite[] = [];
  for (const asked of targets) {
    const stage = stageWrite(host.grants, { asked, bytes, append, stagingName: host.stagingName() });
    if (stage.kind === 'refused') {
      for (const earlier of staged) earlier.discard();
      return refusedResult(stage);
    }
    staged.push(stage);
  }
  return commit(staged, typeof args.content === 'object' ? bytes : noBytes);
}

function commit(staged: readonly StagedWrite[], passedOn: Uint8Array): ProviderResult {
  const written: Written[] = [];
  for (const [index, stage] of staged.entries()) {
    const result = stage.commit();
    if ('kind' in result) {
      for (const later of staged.slice(index + 1)) later.discard();
      return { ...refusedResult(result), ...report(written), uncertain: isUncertain(result, written) };
    }
    written.push(result);
  }
  return { status: 'done', stdout: passedOn, exitCode: 0, used: noCost, ...report(written) };
}

/** A directory that was carried off is noticed before anything is written. */
function isUncertain(failure: FileRefusal, written: readonly Written[]): boolean {
  return written.length > 0 || failure.code !== 'io/moved';
}

function report(written: readonly Written[]): Pick<ProviderResult, 'facts'> {
  return { facts: { written: written.map(({ path, bytes, how }) => ({ path, bytes, how })) } };
}
