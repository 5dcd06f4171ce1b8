import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureSkill } from './corpus/measure-skill.ts';
import { ownScripts } from './corpus/own-scripts.ts';
import { detailText, scoreboardText } from './corpus/print-scoreboard.ts';
import { scoreboard } from './corpus/scoreboard.ts';

/**
 * `npm run corpus -- [CORPORA] [--json] [--verbose]`: compiles every skill and OpenAPI document below a folder, and our own
 * bundled scripts, and prints what became of them. Nothing of the corpora is run. Exits with 1 when a target is missed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, verbose: { type: 'boolean', default: false } },
});
const [root] = positionals;

const skills = [...folder('skills'), ...folder('seed-skills')].map((path) => measureSkill(path));
const openapi = folder('openapi').map((path) => measureSkill(path));
const board = scoreboard(skills, openapi, ownScripts());
if (values.verbose) console.error(detailText(skills));
console.log(values.json ? JSON.stringify(board, null, 2) : scoreboardText(board));
process.exitCode = board.targets.every(({ met }) => met) ? 0 : 1;

function folder(name: string): readonly string[] {
  if (root === undefined) return [];
  const path = join(root, name);
  try {
    return readdirSync(path)
      .toSorted()
      .map((entry) => join(path, entry));
  } catch {
    console.error(`there is no ${path}`);
    process.exit(2);
  }
}
