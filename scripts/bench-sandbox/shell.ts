import { randomBytes } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bash } from 'just-bash';
import { shippedTools } from '../../src/capabilities/load.ts';
import type { ProgramContext } from '../../src/exec/market/program.ts';
import { shellRun, shellWorkers } from '../../src/exec/providers/shell/shell-run.ts';
import { programSecrets } from '../../src/exec/secrets/program-secrets.ts';
import { wordMapper } from '../../src/host/word-mapper.ts';
import { atMost, type Result } from '../bench/results.ts';
import { interleave, least } from '../bench/rounds.ts';

/** What shell blocks of skills do with text, at the sizes they do it. Nothing here leaves the interpreter. */
const programs = {
  'a log, counted': `
for n in $(seq 1 300); do echo "2024-01-0$((n % 9 + 1)) $([ $((n % 7)) -eq 0 ] && echo ERROR || echo INFO) worker-$((n % 5)): step $n"; done > log.txt
grep -c ERROR log.txt
grep ERROR log.txt | awk '{print $3}' | sort | uniq -c | sort -rn | head -3
sed -n 's/^\\([0-9-]*\\) ERROR .*step \\([0-9]*\\)$/\\2 on \\1/p' log.txt | tail -3
`,
  'a table, summed': `
cat > sales.csv <<'END'
${Array.from({ length: 400 }, (_, at) => `item-${at % 20},${at % 13},${(at * 37) % 1000}`).join('\n')}
END
awk -F, '{sum[$1] += $2 * $3} END {for (name in sum) print sum[name], name}' sales.csv | sort -rn | head -5
cut -d, -f2 sales.csv | sort -n | uniq -c | tr -s ' ' | sed 's/^ //' | paste -sd';' -
tr 'a-z' 'A-Z' < sales.csv | grep -oE 'ITEM-1[0-9]?' | sort -u | wc -l
`,
  'names, changed': `
slug() { echo "$1" | tr 'A-Z' 'a-z' | sed -e 's/[^a-z0-9]/-/g' -e 's/--*/-/g'; }
while IFS='|' read -r name rest; do
  [ -n "$name" ] && printf '%s=%s\\n' "$(slug "$name")" "\${rest%% *}"
done <<END
${Array.from({ length: 40 }, (_, at) => `Title No. ${at} of Many|value${at} and more`).join('\n')}
END
`,
};

const rounds = 31;

/** `shell.run` on programs of text tools alone, against the plain interpreter on the same. */
export async function shellRows(): Promise<readonly Result[]> {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-bench-')));
  const workers = shellWorkers(1);
  const provider = shellRun({ workers, mapper: wordMapper(shippedTools()), random: randomBytes, timeZone: 'UTC' });
  const governed = async (program: string): Promise<string> => {
    const { status, stdout, message } = await provider.run({ program }, contextFor(workspace));
    if (status !== 'done') throw new Error(message);
    return Buffer.from(stdout).toString();
  };
  const plain = async (program: string): Promise<string> => (await new Bash({ cwd: '/tmp' }).exec(program)).stdout;
  try {
    const rows: Result[] = [];
    let [ours, theirs] = [0, 0];
    for (const [name, program] of Object.entries(programs)) {
      // Blanks apart: the plain one counts with others than the real `uniq`.
      const answers = [await governed(program), await plain(program)].map((text) => text.replace(/ +/g, ' '));
      if (answers[0] !== answers[1]) throw new Error(`${name}: ${JSON.stringify(answers)}`);
      const times = await interleave(
        [
          { name: 'shell.run', work: () => governed(program) },
          { name: 'just-bash', work: () => plain(program) },
        ],
        rounds,
        10,
        least,
      );
      const [governedMs = Number.NaN, plainMs = Number.NaN] = [times.get('shell.run'), times.get('just-bash')];
      [ours, theirs] = [ours + governedMs, theirs + plainMs];
      rows.push({ name: `  ${name}`, measured: `${governedMs.toFixed(1)} against ${plainMs.toFixed(1)} ms` });
    }
    return [atMost('shell.run on text tools, plain just-bash on the same programs', ours / theirs, 1.5, 'x'), ...rows];
  } finally {
    await workers.close();
    rmSync(workspace, { recursive: true });
  }
}

/** A call that was granted its workspace and nothing else. */
function contextFor(workspace: string): ProgramContext {
  const nothing = () => {
    throw new Error('the program reached outside');
  };
  return {
    call: {
      kind: 'call',
      capability: 'shell.run',
      args: { kind: 'literal', value: null },
      effects: [],
      tier: 1,
      span: { source: 'SKILL.md', start: 0, end: 0 },
      sites: [],
    },
    ceiling: [],
    sandbox: undefined,
    bundle: new Map(),
    grants: { workspace, read: ['.'], write: ['.'], forbidden: [] },
    programs: [],
    isolation: [],
    uses: [],
    bindings: [],
    given: {},
    handles: programSecrets(randomBytes),
    sign: nothing,
    secrets: { fill: nothing, scrubber: nothing },
    children: { run: nothing, refuse: nothing },
    networkBytes: 0,
    depth: 0,
    stdin: new Uint8Array(),
    cap: { network_bytes: 0, wall_clock_ms: 30_000, cpu_ms: 30_000 },
    signal: new AbortController().signal,
    clock: { wall: Date.now, monotonic: () => performance.now(), boot: '' },
  };
}
