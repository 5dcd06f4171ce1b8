import { describe, expect, test } from 'vitest';
import { operationManifest, skillManifest } from '../../src/manifest/build.ts';
import { reachOf } from '../../src/manifest/reach.ts';
import { manifestText, skillText } from '../../src/manifest/text.ts';
import { noColours } from '../../src/report/paint.ts';
import { compiled, searchPlan, skill, sources } from './sample.ts';

const whole = skillManifest(
  skill,
  compiled,
  compiled.flatMap(({ diagnostics }) => diagnostics),
  sources,
);
const origin = 'https://api.notebooks.example';
const [search] = whole.capabilities;
if (search === undefined) throw new Error('the sample has operations');

describe('a manifest', () => {
  test('has every field', () => {
    const place = (line: number, column: number, end_line: number, end_column: number) =>
      expect.objectContaining({ source: 'SKILL.md', line, column, end_line, end_column });
    expect(search).toEqual({
      id: 'notebooks.search',
      name: 'Notebooks <img src=x onerror=alert(1)>: search',
      description: 'Search notebooks by query',
      version: '1.0.0',
      implementation: {
        type: 'pipeline',
        composition: 'pipe',
        calls: [
          {
            capability: 'network.http-fetch',
            params: {
              method: 'POST',
              url: `${origin}/v1/search`,
              headers: { Authorization: 'Bearer ${secret:NOTEBOOKS_API_KEY}' },
              body: '{"query": "maps", "limit": 10}',
            },
            effects: searchPlan.effects,
            tier: 1,
            sites: [],
            span: place(9, 1, 11, 38),
          },
          {
            capability: 'json.query',
            params: { filter: '.results[]', raw_output: true },
            effects: [],
            tier: 0,
            sites: [],
            span: place(11, 41, 11, 59),
          },
        ],
        bindings: searchPlan.bindings,
        code: [],
      },
      input_schema: searchPlan.inputs,
      output_schema: { type: 'array', items: { $ref: '#/x', 'odd key': { type: 'string' } } },
      effects: searchPlan.effects,
      requires_secrets: [{ name: 'NOTEBOOKS_API_KEY', origin, slot: 'header:authorization' }],
      requires_settings: [],
      sandbox_policy: {
        network: { egress: [origin] },
        filesystem: { read: [], write: [] },
        resources: { cpu_seconds: 0, memory_mb: 0 },
      },
      isolation: { required: 'none' },
      trust_tier: 1,
      requires_approval: true,
      approval_reason: `uses secret NOTEBOOKS_API_KEY at ${origin}`,
      estimated_resources: { network_bytes: 10_000, wall_clock_ms: 2_000 },
      data_classifications: ['pii.user_query'],
      confidence: 1,
      derived_from: { uri: 'skills/notebooks', digest: skill.source.digest, span: place(9, 1, 11, 59) },
      digest: `sha256:${'a'.repeat(64)}`,
    });
  });

  test('names the kind of implementation', () => {
    expect(whole.capabilities.map(({ id, implementation }) => [id, implementation.type])).toEqual([
      ['notebooks.search', 'pipeline'],
      ['notebooks.export', 'shell'],
      ['notebooks.analyse', 'sandbox'],
    ]);
    const [call] = searchPlan.calls;
    const single = { ...searchPlan, composition: 'single' as const, calls: call === undefined ? [] : [call] };
    const [operation] = compiled;
    if (operation === undefined) throw new Error('the sample has operations');
    expect(operationManifest(skill, { ...operation, plan: single }, sources)?.implementation.type).toBe('delegate');
  });

  test('an operation without a plan is refused, with the reason and the place', () => {
    expect(whole.refused).toMatchObject([
      { id: 'notebooks.wipe', diagnostics: [{ code: 'map/url-scheme', line: 33, column: 32 }], span: { line: 33 } },
    ]);
  });
});

test('the reach is the union of the operations', () => {
  expect(reachOf(whole.capabilities)).toEqual({
    hosts: [{ origin, methods: ['GET', 'POST'], operations: 2 }],
    secrets: [{ name: 'NOTEBOOKS_API_KEY', places: [{ origin, slot: 'header:authorization' }] }],
    settings: ['BASE_URL'],
    reads: ['ids.txt'],
    writes: ['out/${dynamic:id}.json'],
    programs: ['pandoc', 'python3'],
    variables: [],
    code: [{ path: 'scripts/analyse.py', digest: `sha256:${'2'.repeat(64)}` }],
    classifications: ['pii.user_query'],
    tiers: [0, 1, 1, 1],
    approvals: 3,
  });
});

test('the text begins with the whole reach, variables and code included', () => {
  const effects = [...search.effects, { kind: 'env', name: 'EXPORT_TOKEN' } as const];
  const capabilities = whole.capabilities.map((manifest) =>
    manifest.id === search.id ? { ...search, effects } : manifest,
  );
  const [, reach] = skillText({ ...whole, capabilities }, noColours).split('\n\n');
  expect(reach).toBe(`3 operations can touch, 1 more refused
  hosts     https://api.notebooks.example (GET, POST)
  secrets   NOTEBOOKS_API_KEY → https://api.notebooks.example in the header authorization
  settings  BASE_URL
  reads     ids.txt
  writes    out/\${dynamic:id}.json
  programs  pandoc
            python3
  code      scripts/analyse.py sha256:222222222222…
  variables EXPORT_TOKEN
  data      pii.user_query`);
});

test('the text form', () => {
  expect(manifestText(search, noColours)).toBe(`notebooks.search  tier 1 (HTTP and granted files)  SKILL.md:9
  Search notebooks by query
  asks first: uses secret NOTEBOOKS_API_KEY at https://api.notebooks.example
  1 network.http-fetch
      method   POST
      url      https://api.notebooks.example/v1/search
      headers
        Authorization  Bearer \${secret:NOTEBOOKS_API_KEY}
      body     {"query": "maps", "limit": 10}
  2 json.query
      filter      .results[]
      raw_output  true
  touches   sends POST https://api.notebooks.example/v1/search
  secrets   NOTEBOOKS_API_KEY → https://api.notebooks.example in the header authorization
  inputs    query (string, default "maps")
            limit (integer, default 10)
  digest    sha256:${'a'.repeat(64)}`);
  expect(skillText(whole, noColours)).toContain('asks first: runs the unknown tool `pandoc` <b>\\u{202E}\\u{E0041}\n');
  expect(skillText(whole, noColours)).toContain('notebooks.wipe  can never run  line 33\n');
});
