import { shippedTools } from '../../src/capabilities/load.ts';
import { compileBundle } from '../../src/pipeline.ts';
import { bundleOf } from './bundle-of.ts';
import { denseMarkdown, markdownSkill, openapiDocument, scriptMarkdown, yamlSkill } from './documents.ts';
import { atMost, type Result } from './results.ts';
import { type Contestant, interleave, least } from './rounds.ts';

interface Series {
  readonly name: string;
  readonly entry: string;
  readonly make: (size: number) => string;
  /** Up to the size limit of the format. */
  readonly sizes: readonly number[];
}

const kilo = 1024;
const series: readonly Series[] = [
  { name: 'Markdown skill', entry: 'SKILL.md', make: markdownSkill, sizes: doubling(32 * kilo, 256 * kilo) },
  { name: 'dense Markdown', entry: 'SKILL.md', make: denseMarkdown, sizes: doubling(32 * kilo, 256 * kilo) },
  { name: 'shell script in Markdown', entry: 'SKILL.md', make: scriptMarkdown, sizes: doubling(16 * kilo, 128 * kilo) },
  { name: 'YAML skill', entry: 'skill.yaml', make: yamlSkill, sizes: doubling(128 * kilo, 4096 * kilo) },
  {
    name: 'OpenAPI document',
    entry: 'openapi.yaml',
    make: openapiDocument,
    sizes: doubling(512 * kilo, 16_384 * kilo),
  },
  {
    name: 'OpenAPI document as JSON',
    entry: 'openapi.json',
    make: (size) => openapiDocument(size, true),
    sizes: doubling(512 * kilo, 16_384 * kilo),
  },
];

function doubling(from: number, to: number): readonly number[] {
  return from > to ? [] : [from, ...doubling(from * 2, to)];
}

/** For each format the dearest doubling, and what the largest document costs. */
export async function scaling(): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const one of series) results.push(...(await scale(one)));
  return results;
}

async function scale({ name, entry, make, sizes }: Series): Promise<readonly Result[]> {
  const tools = shippedTools();
  const contestants = sizes.map((size): Contestant => {
    const bundle = bundleOf(entry, make(size));
    return {
      name: String(size),
      work: () => {
        for (let i = 0; i < repeats(size, sizes); i++) compileBundle(bundle, { tools });
      },
    };
  });
  const found = await interleave(contestants, (sizes.at(-1) ?? 0) > 1024 * kilo ? 7 : 15, 1, least);
  const each = sizes.map((size) => (found.get(String(size)) ?? Number.NaN) / repeats(size, sizes));
  const worst = Math.max(...each.slice(1).map((ms, index) => ms / (each[index] ?? Number.NaN)));
  const steps = sizes.map((size, index) => `${size / kilo}K ${(each[index] ?? 0).toFixed(1)}`).join(', ');
  return [atMost(`doubling: ${name}`, worst, 2.3, 'x'), { name: '', measured: `ms: ${steps}` }];
}

/** Small ones several times a round, so that each is long enough to time. */
function repeats(size: number, sizes: readonly number[]): number {
  return Math.max(1, (sizes.at(-1) ?? size) / 4 / size);
}
