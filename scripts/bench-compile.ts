import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, mapCommand, readBundle } from '../src/index.ts';
import { curlCommands } from './bench/corpus-commands.ts';
import { openapiDocument } from './bench/documents.ts';
import { atMost, type Result, ratio, resultLines } from './bench/results.ts';
import { loadRivals, type Rivals } from './bench/rivals.ts';
import { interleave } from './bench/rounds.ts';
import { scaling } from './bench/scaling.ts';

/**
 * `npm run bench:compile [-- CORPORA]`: what compiling costs, against other programs on the same input in the same run,
 * and how it grows. Exits with 1 when a target is missed.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
const [corpora] = process.argv.slice(2);
const rivals = await loadRivals();
const results: Result[] = [
  ...(await typicalSkill()),
  await curl('own commands', ownCommands(), rivals),
  ...(corpora === undefined ? [] : [await curl('commands of the corpus', curlCommands(corpora), rivals)]),
  await openapi('own documents', ownDocuments(), rivals),
  ...(corpora === undefined ? [] : [await openapi('documents of the corpus', documentsOf(corpora), rivals)]),
  ...(await scaling()),
];
console.log(resultLines(results));
process.exitCode = results.every(({ met }) => met !== false) ? 0 : 1;

function ownCommands(): readonly string[] {
  return readFileSync(join(here, 'bench', 'curl-commands.txt'), 'utf8')
    .trimEnd()
    .split('\n');
}

/** Commands that curlconverter reads at all, a hundred microseconds each: a round takes them all. */
async function curl(name: string, commands: readonly string[], { curlToJson }: Rivals): Promise<Result> {
  const both = commands.filter((command) => !fails(() => curlToJson(command)));
  const found = await interleave(
    [
      { name: 'ours', work: () => both.map((command) => mapCommand(command)) },
      { name: 'theirs', work: () => both.map(curlToJson) },
    ],
    25,
    25,
  );
  const each = (who: string) => ((found.get(who) ?? Number.NaN) * 1000) / both.length;
  return ratio(
    `curl to a request, curlconverter, ${both.length} ${name}`,
    each('ours'),
    each('theirs'),
    5,
    'us a command',
  );
}

function ownDocuments(): readonly string[] {
  const folder = join(here, '..', '.cache', 'bench', 'documents');
  mkdirSync(folder, { recursive: true });
  return [8, 32, 128, 512].flatMap((kilobytes) =>
    [false, true].map((json) => {
      const path = join(folder, `${kilobytes}.${json ? 'json' : 'yaml'}`);
      writeFileSync(path, openapiDocument(kilobytes * 1024, json));
      return path;
    }),
  );
}

function documentsOf(folder: string): readonly string[] {
  return readdirSync(join(folder, 'openapi')).map((name) => join(folder, 'openapi', name));
}

/** From the file on disk to operations with plans, against file to tool definitions; documents that both load. */
async function openapi(name: string, paths: readonly string[], { openapiToTools }: Rivals): Promise<Result> {
  const both: string[] = [];
  for (const path of paths) {
    if (
      load(path) &&
      (await openapiToTools(path).then(
        ({ length }) => length > 0,
        () => false,
      ))
    )
      both.push(path);
  }
  const found = await interleave(
    [
      { name: 'ours', work: () => both.map(load) },
      {
        name: 'theirs',
        work: async () => {
          for (const path of both) await openapiToTools(path);
        },
      },
    ],
    both.length > 50 ? 3 : 9,
  );
  const each = (who: string) => (found.get(who) ?? Number.NaN) / both.length;
  return ratio(
    `OpenAPI, openapi-mcp-generator, ${both.length} ${name}`,
    each('ours'),
    each('theirs'),
    1,
    'ms a document',
  );
}

function load(path: string): boolean {
  const { bundle } = readBundle(path);
  return bundle !== undefined && compile(bundle).skill !== undefined;
}

async function typicalSkill(): Promise<readonly Result[]> {
  const { bundle } = readBundle(join(here, '..', 'fixtures', 'demo', 'weather'));
  if (bundle === undefined) throw new Error('the fixture is missing');
  const start = performance.now();
  compile(bundle);
  const first = performance.now() - start;
  const found = await interleave([{ name: 'skill', work: () => compile(bundle) }], 50);
  return [
    atMost('a typical skill', found.get('skill') ?? Number.NaN, 15, 'ms'),
    { name: 'the same, first in a process', measured: `${first.toFixed(2)} ms` },
  ];
}

function fails(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}
