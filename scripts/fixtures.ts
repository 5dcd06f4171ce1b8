import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { diagnosticCases, type FixtureCase, scriptCases, skillCases } from '../test/fixtures/cases.ts';
import { lineDiff } from '../test/fixtures/line-diff.ts';
import { diagnosticsPage, pagePath, writtenPage } from './diagnostics-page.ts';

// npm run fixtures [-- --update] [part of a name …]: compares, or rewrites, the expectations of fixtures/.
const update = process.argv.includes('--update');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

let different = 0;
for (const one of [...skillCases, ...scriptCases, ...diagnosticCases]) {
  if (wanted.length > 0 && !wanted.some((word) => one.name.includes(word))) continue;
  const actual = one.actual();
  const expected = expectedOf(one);
  if (actual === expected) continue;
  different++;
  process.stdout.write(`${one.name}\n${lineDiff(expected, actual)}\n`);
  if (update) write(one.expected, actual);
}
if (update) write(pagePath, diagnosticsPage());
else if (writtenPage() !== diagnosticsPage()) {
  different++;
  process.stdout.write('docs/diagnostics.md is stale\n');
}
process.stdout.write(`${different} ${update ? 'rewritten' : 'different'}\n`);
process.exitCode = different > 0 && !update ? 1 : 0;

function expectedOf(one: FixtureCase): string {
  try {
    return readFileSync(one.expected, 'utf8');
  } catch {
    return '';
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
