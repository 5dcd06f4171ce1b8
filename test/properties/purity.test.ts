import childProcess from 'node:child_process';
import fs from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { bundleOf } from '../../scripts/bench/bundle-of.ts';
import { formats } from '../../scripts/fuzz/formats.ts';
import { changedPrototypes, snapshotPrototypes } from '../../scripts/fuzz/prototypes.ts';
import { setTripwires, type Tripwires } from '../../scripts/fuzz/tripwires.ts';
import { allShippedTools } from '../../src/capabilities/load.ts';
import { dispatchFor } from '../../src/map/dispatch.ts';
import type { ToolTable } from '../../src/map/tools/tool.ts';
import { mapLine } from '../../src/map-line.ts';
import { compileBundle } from '../../src/pipeline.ts';

/** All tables in memory, so that nothing is left to read. */
const known = new Map(allShippedTools().flatMap((tool) => [tool.program, ...tool.aliases].map((name) => [name, tool])));
const tools: ToolTable = { get: (program) => known.get(program) };
const dispatch = dispatchFor(tools);
const entries = { markdown: 'SKILL.md', yaml: 'skill.yaml', json: 'skill.json', openapi: 'openapi.yaml' } as const;

let wires: Tripwires | undefined;
afterEach(() => wires?.restore());

test.each(Object.entries(entries))('compiling %s starts, opens and reads nothing', (format, entry) => {
  const seeds = formats.find(({ name }) => name === format)?.seeds ?? [];
  // The validator of API descriptions reads its own schema once, at its first use.
  for (const seed of seeds) compileBundle(bundleOf(entry, seed), { tools });
  wires = setTripwires(true);
  const compiled = seeds.map((seed) => compileBundle(bundleOf(entry, seed), { tools }));
  const tripped = [...wires.tripped];
  wires.restore();
  expect(tripped).toEqual([]);
  expect(compiled.some(({ operations }) => operations.some(({ plan }) => plan !== undefined))).toBe(true);
});

test('mapping a command starts, opens and reads nothing', () => {
  wires = setTripwires(true);
  const answers = ['curl https://a.example | jq .', 'bash -c "cat /etc/passwd"', 'git push', 'unheard-of'].map(
    (line) => mapLine(line, dispatch).maps_to,
  );
  const tripped = [...wires.tripped];
  wires.restore();
  expect({ tripped, answers }).toEqual({
    tripped: [],
    answers: ['network.http-fetch', 'shell.run', 'sandbox.tool', 'sandbox.tool'],
  });
});

test('reserved keys change no prototype', () => {
  const before = snapshotPrototypes();
  for (const content of [
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    'skill:\n  name: x\n  <<: {__proto__: {isAdmin: true}}\n',
    '---\nname: x\n__proto__: {isAdmin: true}\nmetadata: {"__proto__": {"isAdmin": true}}\n---\n```bash\ncurl https://a.example -d \'{"__proto__":{"isAdmin":true}}\'\n```\n',
  ]) {
    for (const entry of Object.values(entries)) compileBundle(bundleOf(entry, content), { tools });
  }
  expect(changedPrototypes(before)).toEqual([]);
});

test('the tripwires and the snapshot see what they are for', () => {
  const before = snapshotPrototypes();
  wires = setTripwires(true);
  expect(() => childProcess.spawnSync('true')).toThrow('child_process.spawnSync was called');
  expect(() => fs.readFileSync('/dev/null')).toThrow('fs.readFileSync was called');
  expect(wires.tripped).toEqual(['child_process.spawnSync', 'fs.readFileSync']);
  wires.restore();
  Object.defineProperty(Object.prototype, 'isAdmin', { value: true, configurable: true });
  const changed = changedPrototypes(before);
  Reflect.deleteProperty(Object.prototype, 'isAdmin');
  expect(changed).toContain('Object.isAdmin');
});
