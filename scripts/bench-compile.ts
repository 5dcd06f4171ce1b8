import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, mapCommand, readBundle, type Skill } from '../src/index.ts';
import { parseSkill } from '../src/parse/index.ts';
import { curlCommands } from './bench/corpus-commands.ts';
import { openapiDocument } from './bench/documents.ts';
import { requestsOf } from './bench/requests-of.ts';
import { atMost, beside, type Result, ratio, resultLines } from './bench/results.ts';
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
  ...(await curl('own commands', ownCommands(), rivals)),
  ...(corpora === undefined ? [] : await curl('commands of the corpus', curlCommands(corpora), rivals)),
  ...(await openapi('own documents', ownDocuments(), rivals)),
  ...(corpora === undefined ? [] : await openapi('documents of the corpus', documentsOf(corpora), rivals)),
  ...(await scaling()),
];
console.log(resultLines(results));
process.exitCode = results.every(({ met }) => met !== false) ? 0 : 1;

function ownCommands(): readonly string[] {
  return readFileSync(join(here, 'bench', 'curl-commands.txt'), 'utf8')
    .trimEnd()
    .split('\n');
}

/**
 * Commands that curlconverter reads at all. What it does is compared with the same in skillc: a command line to the
 * request that curl would send. The whole answer of `skillc map` (effects, inputs, secrets, tier) is shown beside it.
 */
async function curl(name: string, commands: readonly string[], { curlToJson }: Rivals): Promise<readonly Result[]> {
  const both = commands.filter((command) => !fails(() => curlToJson(command)));
  const found = await interleave(
    [
      { name: 'request', work: () => both.map(requestsOf) },
      { name: 'answer', work: () => both.map((command) => mapCommand(command)) },
      { name: 'theirs', work: () => both.map(curlToJson) },
    ],
    15,
    Math.max(5, Math.ceil(10_000 / both.length)),
  );
  const each = (who: string) => ((found.get(who) ?? Number.NaN) * 1000) / both.length;
  return [
    ratio(
      `curl to a request, curlconverter, ${both.length} ${name}`,
      each('request'),
      each('theirs'),
      5,
      'us a command',
    ),
    beside('  the whole answer', each('answer'), each('theirs'), 'us a command'),
  ];
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

/**
 * From the file on disk to operations with schemas, against file to tool definitions; documents that both load. The whole
 * compilation, with a plan and its digest for each operation, is shown beside it.
 */
async function openapi(name: string, paths: readonly string[], { openapiToTools }: Rivals): Promise<readonly Result[]> {
  const both: string[] = [];
  for (const path of paths) {
    const theirs = await openapiToTools(path).catch(() => []);
    if (theirs.length > 0 && load(path) !== undefined) both.push(path);
  }
  const found = await interleave(
    [
      { name: 'load', work: () => both.map(load) },
      { name: 'compile', work: () => both.map(compileFile) },
      {
        name: 'theirs',
        work: async () => {
          for (const path of both) await openapiToTools(path);
        },
      },
    ],
    both.length > 50 ? 5 : 11,
    both.length > 50 ? 1 : 10,
  );
  const each = (who: string) => (found.get(who) ?? Number.NaN) / both.length;
  return [
    ratio(`OpenAPI, openapi-mcp-generator, ${both.length} ${name}`, each('load'), each('theirs'), 1, 'ms a document'),
    beside('  compiled to plans', each('compile'), each('theirs'), 'ms a document'),
  ];
}

function load(path: string): Skill | undefined {
  const { bundle } = readBundle(path);
  return bundle === undefined ? undefined : parseSkill(bundle).skill;
}

function compileFile(path: string): Skill | undefined {
  const { bundle } = readBundle(path);
  return bundle === undefined ? undefined : compile(bundle).skill;
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
