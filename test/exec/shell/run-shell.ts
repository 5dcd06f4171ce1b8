import type {
  ShellAnswer,
  ShellHint,
  ShellQuestion,
  ShellRequest,
} from '../../../src/exec/providers/shell/protocol.ts';
import type { ShellWorkers } from '../../../src/exec/providers/shell/shell-run.ts';

export type PlainRequest = Partial<ShellRequest> & { readonly text: string; readonly cwd: string };

/** A program with its folder as workspace, all of it granted. */
export function requestFor({ text, cwd, ...more }: PlainRequest): ShellRequest {
  return {
    text,
    name: 'bash',
    args: [],
    env: { PATH: '/usr/bin:/bin', HOME: cwd, PWD: cwd, LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: '/tmp' },
    cwd,
    stdin: new Uint8Array(),
    files: { grants: { workspace: cwd, read: ['.'], write: ['.'], forbidden: [] }, bundle: [], given: [] },
    programs: [],
    limits: {
      wall_clock_ms: 20_000,
      commands: 50_000,
      loops: 50_000,
      depth: 32,
      output_bytes: 10_000_000,
      file_bytes: 10_000_000,
    },
    ...more,
  };
}

/** What the interpreter's thread says of a program, with a host that answers `hint`. */
export async function runShell(
  workers: ShellWorkers,
  request: ShellRequest,
  hint: (question: ShellQuestion) => Promise<ShellHint> = async () => ({ kind: 'stop' }),
): Promise<ShellAnswer> {
  const signal = new AbortController().signal;
  const outcome = await workers.call(request, { signal, deadlineMs: 30_000 }, hint);
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.answer;
}
