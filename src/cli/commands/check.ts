import {
  type CheckedSkill,
  type CheckRow,
  checkedSkillText,
  checkJson,
  checkRow,
  checkTotalsText,
  colours,
  findSkills,
  jsonText,
  noColours,
  readBundle,
  sarifLog,
  sarifResults,
} from '../../index.ts';
import { checkSkill } from '../check-skill.ts';
import { exitCode } from '../exit-code.ts';
import { ownTools } from '../own-tools.ts';
import { type Terminal, wantsColour } from '../terminal.ts';

export interface CheckOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly strict: boolean;
  readonly color: boolean;
  readonly version: string;
}

/** From here on a person waiting wants to see that something happens. */
const manySkills = 20;

export async function runCheck(paths: readonly string[], options: CheckOptions, terminal: Terminal): Promise<number> {
  const found = [...new Set(paths.flatMap(findSkills))];
  const report = reportFor(options, terminal);
  const own = ownTools(terminal);
  const rows: CheckRow[] = [];
  for (const [at, path] of found.entries()) {
    showProgress(at, found.length, terminal);
    const skill = checkSkill(path, readBundle(path), { strict: options.strict, ...own });
    rows.push(checkRow(skill));
    await report.skill(skill);
  }
  showProgress(found.length, found.length, terminal);
  await report.end(rows);
  const failed = rows.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'error'));
  return failed ? exitCode.failed : exitCode.done;
}

/** Each form takes what it needs of a skill at once, so that thousands of sources are not held. */
interface CheckReport {
  readonly skill: (skill: CheckedSkill) => Promise<void>;
  readonly end: (rows: readonly CheckRow[]) => Promise<void>;
}

function reportFor({ format, color, version }: CheckOptions, terminal: Terminal): CheckReport {
  const nothing = async () => {};
  switch (format) {
    case 'json':
      return { skill: nothing, end: (rows) => terminal.out(`${jsonText(checkJson(rows))}\n`) };
    case 'sarif': {
      const results: object[] = [];
      return {
        skill: async (skill) => void results.push(...sarifResults(skill)),
        end: () => terminal.out(`${jsonText(sarifLog(results, version))}\n`),
      };
    }
    case 'text': {
      const paint = wantsColour(terminal, terminal.outIsTerminal, color) ? colours : noColours;
      return {
        skill: (skill) => terminal.out(`${checkedSkillText(skill, paint)}\n`),
        end: async (rows) => {
          if (rows.length > 1) await terminal.out(`\n${checkTotalsText(rows, paint)}\n`);
        },
      };
    }
  }
}

function showProgress(done: number, total: number, terminal: Terminal): void {
  if (!terminal.errIsTerminal || terminal.outIsTerminal || total < manySkills) return;
  terminal.err(done === total ? '\r\u001B[K' : `\r\u001B[Kchecking ${done + 1} of ${total}`);
}
