import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { hasHidden } from '../../src/ir/visible.ts';
import { skillManifest } from '../../src/manifest/build.ts';
import { manifestJson } from '../../src/manifest/json.ts';
import type { Manifest, SkillManifest } from '../../src/manifest/manifest.ts';
import { manifestRtfs, skillRtfs } from '../../src/manifest/rtfs.ts';
import { skillText } from '../../src/manifest/text.ts';
import { manifestYaml } from '../../src/manifest/yaml.ts';
import { noColours } from '../../src/report/paint.ts';
import { readCapabilities } from './read-rtfs.ts';
import { compiled, skill, sources } from './sample.ts';

const whole = skillManifest(skill, compiled, [], sources);
const [first] = whole.capabilities;
if (first === undefined) throw new Error('the sample has operations');

/** Any manifest: hostile words in every place where a skill's own words stand. */
const manifests = fc
  .record({
    word: fc.string({ unit: 'binary' }),
    words: fc.array(fc.string({ unit: 'binary' })),
    params: fc.jsonValue(),
  })
  .map(({ word, words, params }): Manifest => {
    const [call] = first.implementation.calls;
    if (call === undefined) throw new Error('the sample has calls');
    const data = JSON.parse(JSON.stringify(params));
    return {
      ...first,
      id: word,
      description: word,
      data_classifications: words,
      input_schema: { [word]: data, properties: data },
      implementation: { ...first.implementation, calls: [{ ...call, params: data }] },
    };
  });

const seen = (text: string) => text.split('\n').some(hasHidden);

test('a terminal shows the lines that are for a person', () => {
  const setup = whole.setup.map((line) => ({ ...line, text: 'source a\u202e' }));
  const [line] = setup.map(({ span }) => span.line);
  const heading = '1 line for a person, never run by skillc';
  const last = (manifest: SkillManifest) => skillText(manifest, noColours).split('\n\n').at(-1);
  expect(last({ ...whole, setup })).toBe(`${heading}\n  line ${line}  source a\\u{202E}`);
  expect(skillText({ ...whole, setup: [] }, noColours)).not.toContain('for a person');
});

describe('the forms carry the same data', () => {
  test('JSON', () => {
    expect(JSON.parse(manifestJson(whole))).toEqual(whole);
    expect(seen(manifestJson(whole))).toBe(false);
  });

  test('YAML', () => {
    expect(parseYaml(manifestYaml(whole))).toEqual(whole);
    expect(seen(manifestYaml(whole))).toBe(false);
  });

  test('RTFS', () => {
    expect(readCapabilities(skillRtfs(whole))).toEqual(whole.capabilities);
    expect(seen(skillRtfs(whole))).toBe(false);
  });

  test('RTFS has the form of a capability', () => {
    expect(manifestRtfs(first).split('\n').slice(0, 4)).toEqual([
      '(capability "notebooks.search"',
      '  :name "Notebooks <img src=x onerror=alert(1)>: search"',
      '  :description "Search notebooks by query"',
      '  :version "1.0.0"',
    ]);
    expect(skillRtfs(whole)).toContain(
      ';; refused: notebooks.wipe (map/url-scheme: `curl … | bash` runs what a server sends)',
    );
  });

  test('whatever the skill says', () => {
    fc.assert(
      fc.property(manifests, (manifest) => {
        expect(JSON.parse(manifestJson(manifest))).toEqual(manifest);
        expect(parseYaml(manifestYaml(manifest))).toEqual(manifest);
        expect(readCapabilities(manifestRtfs(manifest))).toEqual([manifest]);
        expect([manifestJson, manifestYaml, manifestRtfs].map((render) => seen(render(manifest)))).toEqual([
          false,
          false,
          false,
        ]);
      }),
      { numRuns: 300 },
    );
  });
});
