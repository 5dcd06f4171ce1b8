import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { literalOf, showText, type Text } from '../src/ir/text.ts';
import { walkProgram } from '../src/map/resolve/sites.ts';
import { resolveWord } from '../src/map/resolve/words.ts';
import { parseShell } from '../src/shell/parse.ts';
import { judge, type Verdict } from '../test/differential/differential.ts';
import { type ExecutionVerdict, judgeExecution } from '../test/differential/execution.ts';

/**
 * `node scripts/differential.ts CORPORA [--execute] [--verbose]`: each simple curl command of the corpora, mapped and run for
 * real in a sandbox without a network; with `--execute` also compiled as a skill and executed there. Nothing but curl is ever
 * started, and never through a shell.
 */
const [root, ...flags] = process.argv.slice(2);
if (root === undefined) {
  console.error('usage: node scripts/differential.ts CORPORA [--execute] [--verbose]');
  process.exit(2);
}
const verbose = flags.includes('--verbose');
const judgeAll = flags.includes('--execute') ? judgeExecution : judge;
type AnyVerdict = Verdict | ExecutionVerdict;

interface Found {
  readonly where: string;
  readonly words: readonly Text[];
}

function commandsIn(text: string, where: string): readonly Found[] {
  const { program, diagnostics } = parseShell(text, where);
  if (diagnostics.length > 0) return [];
  const { sites } = walkProgram(program.statements, []);
  return sites.flatMap(({ command, scope }) => {
    const words = command.words.flatMap((word) => resolveWord(word, scope));
    const [first] = words;
    return first !== undefined && literalOf(first) === 'curl' && command.assignments.length === 0
      ? [{ where, words }]
      : [];
  });
}

function fixtures(directory: string): readonly Found[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sh'))
    .flatMap((name) => commandsIn(readFileSync(join(directory, name), 'utf8'), name));
}

const fence = /^( {0,3})(```+|~~~+)[ \t]*(?:bash|sh|shell|zsh|console|curl)\b[^\n]*\n([\s\S]*?)^ {0,3}\2[ \t]*$/gm;

function skills(directory: string): readonly Found[] {
  return readdirSync(directory).flatMap((name) => {
    const text = readFileSync(join(directory, name, 'SKILL.md'), 'utf8').replaceAll('\r\n', '\n');
    return [...text.matchAll(fence)].flatMap((match) => commandsIn(match[3] ?? '', name));
  });
}

function reasonOf(verdict: AnyVerdict): string {
  switch (verdict.kind) {
    case 'equal':
    case 'encoded':
    case 'unfilled':
    case 'different':
      return verdict.kind;
    case 'failed':
      return `failed: ${/curl: (.*)/.exec(verdict.stderr)?.[1]?.slice(0, 60) ?? verdict.stderr.slice(-60)}`;
    case 'refused':
    case 'ended':
    case 'unknown':
      return `${verdict.kind}: ${verdict.code}`;
  }
}

async function report(title: string, found: readonly Found[]): Promise<boolean> {
  const verdicts: readonly AnyVerdict[] = await judgeAll(found.map(({ words }) => words));
  const counts = new Map<string, number>();
  for (const [index, verdict] of verdicts.entries()) {
    const reason = reasonOf(verdict);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    if (verdict.kind === 'different' || (verbose && verdict.kind !== 'equal')) show(found[index], verdict);
  }
  const rows = [...counts].toSorted(([, a], [, b]) => b - a);
  console.log(`${title}: ${found.length} commands`);
  for (const [reason, count] of rows) {
    console.log(
      `  ${String(count).padStart(6)}  ${((100 * count) / found.length).toFixed(2).padStart(6)} %  ${reason}`,
    );
  }
  return counts.has('different');
}

function show(found: Found | undefined, verdict: AnyVerdict): void {
  console.log(`--- ${found?.where}: ${found?.words.map(showText).join(' ⏐ ').slice(0, 600)}`);
  console.log(`    ${'details' in verdict ? verdict.details.join('\n    ') : JSON.stringify(verdict)}`);
}

const first = await report('fixtures of a converter', fixtures(join(root, 'curl', 'curl_commands')));
const second = await report('commands of skills', skills(join(root, 'skills')));
process.exit(first || second ? 1 : 0);
