import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bash } from 'just-bash';
import { type ShellWorkers, shellWorkers } from '../../src/exec/providers/shell/shell-run.ts';
import { type Program, readPrograms } from '../../test/exec/shell/programs/read-programs.ts';
import { requestFor, runShell } from '../../test/exec/shell/run-shell.ts';
import { atMost, type Result } from '../bench/results.ts';
import { interleave, least } from '../bench/rounds.ts';

/** A log of requests, and what a skill asks of it. */
const report = `
for n in $(seq 1 400); do echo "$((n % 7)) GET /items/$((n % 23)) $((200 + n % 3 * 100)) $((n * 37 % 900))"; done |
  awk '$4 != 400 {print $3, $5}' | sed 's|/items/|item-|' | grep -v 'item-0 ' |
  sort | awk '{sum[$1] += $2; count[$1]++} END {for (name in sum) printf "%s %d %.1f\\n", name, count[name], sum[name] / count[name]}' |
  sort -k2,2nr -k1,1 | head -10 | tr ' ' '\\t'
`;

const rounds = 15;

/** Programs of text tools in our interpreter's thread, against just-bash by itself. */
export async function shellRows(): Promise<readonly Result[]> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-bench-')));
  const workers = shellWorkers(1);
  try {
    const small = await comparable(workers, cwd);
    const large: readonly Program[] = [{ name: 'report', text: report }];
    const times = await interleave(
      [
        { name: 'plain small', work: () => each(small, (text) => plain(text, cwd)) },
        { name: 'ours small', work: () => each(small, (text) => ours(text, workers, cwd)) },
        { name: 'plain large', work: () => each(large, (text) => plain(text, cwd)) },
        { name: 'ours large', work: () => each(large, (text) => ours(text, workers, cwd)) },
      ],
      rounds,
      3,
      least,
    );
    const ms = (name: string): number => times.get(name) ?? Number.NaN;
    const row = (what: string, size: string, count: number): readonly Result[] => [
      atMost(`shell.run on ${what}, just-bash on the same`, ms(`ours ${size}`) / ms(`plain ${size}`), 1.5, 'x'),
      {
        name: '  milliseconds a program',
        measured: `${(ms(`ours ${size}`) / count).toFixed(2)} against ${(ms(`plain ${size}`) / count).toFixed(2)} ms`,
      },
    ];
    return [
      ...row(`${small.length} programs of text tools`, 'small', small.length),
      ...row('a report of 400 lines', 'large', 1),
    ];
  } finally {
    await workers.close();
    rmSync(cwd, { recursive: true });
  }
}

/** Those that both run, to the same end: a program that one of them refuses costs nothing. */
async function comparable(workers: ShellWorkers, cwd: string): Promise<readonly Program[]> {
  const same: Program[] = [];
  for (const program of readPrograms().filter(({ name }) => name.startsWith('text.sh '))) {
    if ((await plain(program.text, cwd)) === (await ours(program.text, workers, cwd))) same.push(program);
  }
  return same;
}

async function each(programs: readonly Program[], run: (text: string) => Promise<unknown>): Promise<void> {
  for (const { text } of programs) await run(text);
}

async function plain(text: string, cwd: string): Promise<string> {
  const { env } = requestFor({ text, cwd });
  return (await new Bash({ env: { ...env }, cwd }).exec(text)).stdout;
}

async function ours(text: string, workers: ShellWorkers, cwd: string): Promise<string> {
  const answer = await runShell(workers, requestFor({ text, cwd }));
  return answer.kind === 'ended' ? Buffer.from(answer.stdout).toString() : answer.kind;
}
