import type { ProviderContext, ProviderResult } from '../../../provider.ts';
import { noBytes, noCost, refusedResult } from '../result.ts';
import type { WriteHost } from '../write-file.ts';
import { changeMode } from './change-mode.ts';
import { copy } from './copy.ts';
import { makeDirectory } from './make-directory.ts';
import { makeTemporary } from './make-temporary.ts';
import { move } from './move.ts';
import { remove, removeDirectory } from './remove.ts';
import { split } from './split.ts';
import { touch, truncate } from './touch.ts';
import { Halt, Work } from './work.ts';

interface FileCommand {
  /** As its messages begin. */
  readonly tool: string;
  readonly run: (words: readonly string[], work: Work) => Promise<void>;
}

/** By the operation that the plan names. */
const commands: ReadonlyMap<string, FileCommand> = new Map([
  ['copy', { tool: 'cp', run: copy }],
  ['move', { tool: 'mv', run: move }],
  ['link', { tool: 'ln', run: refuseLink }],
  ['remove', { tool: 'rm', run: remove }],
  ['remove-directory', { tool: 'rmdir', run: removeDirectory }],
  ['make-directory', { tool: 'mkdir', run: makeDirectory }],
  ['touch', { tool: 'touch', run: touch }],
  ['truncate', { tool: 'truncate', run: truncate }],
  ['change-mode', { tool: 'chmod', run: changeMode }],
  ['make-temporary', { tool: 'mktemp', run: makeTemporary }],
  ['split', { tool: 'split', run: split }],
]);

/** A link is a second way to a place: what was approved for one name would hold for another. */
async function refuseLink(): Promise<void> {
  throw new Halt('io/link', 'no links are made to files', 'copy the file: `cp`');
}

/** One command on files. Everything it names is looked up, and refused where it must be, before the first thing is changed. */
export async function runFileCommand(
  operation: string,
  words: readonly string[],
  host: WriteHost,
  context: ProviderContext,
): Promise<ProviderResult> {
  const command = commands.get(operation);
  if (command === undefined) {
    return refusedResult({ code: 'io/unsupported', message: `\`${operation}\` on files is not known` });
  }
  const work = new Work(command.tool, host, context);
  try {
    await command.run(words, work);
    return resultOf(work);
  } catch (error) {
    if (!(error instanceof Halt)) throw error;
    const uncertain = work.changes.length > 0 || !isUntouched(error.why.code);
    return { ...refusedResult(error.why), ...seen(work), ...(uncertain ? { uncertain } : {}) };
  } finally {
    work.end();
  }
}

/** Refusals that come before anything is changed, unless something is reported. */
function isUntouched(code: string): boolean {
  return !code.startsWith('limit/') && code !== 'exec/stopped';
}

/** As the real program ends: 1 where something could not be done, and the rest is done all the same. */
function resultOf(work: Work): ProviderResult {
  const [complaint] = work.complaints;
  if (complaint === undefined) return { status: 'done', exitCode: 0, used: noCost, ...seen(work) };
  const stderr = `${work.complaints.join('\n')}\n`;
  const uncertain = work.changes.length > 0 ? { uncertain: true } : {};
  const failure = { code: 'io/exit', message: complaint, ...uncertain };
  return { status: 'failed', exitCode: 1, stderr, used: noCost, ...failure, ...seen(work) };
}

function seen(work: Work): Pick<ProviderResult, 'stdout' | 'facts'> {
  const stdout = work.stdout.length === 0 ? noBytes : Uint8Array.from(Buffer.from(work.stdout.join('')));
  return { stdout, facts: { changed: work.changes } };
}
