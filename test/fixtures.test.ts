import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { diagnosticsPage } from '../scripts/diagnostics-page.ts';
import { catalogue } from '../src/ir/catalogue/index.ts';
import { diagnosticCases, scriptCases, skillCases } from './fixtures/cases.ts';

const update = 'if the change is meant, run `npm run fixtures -- --update` and read the difference';

describe('a skill compiles to what its folder says', () => {
  it.each(skillCases)('$name', ({ expected, actual }) => {
    expect(actual(), update).toBe(readFileSync(expected, 'utf8'));
  });
});

describe('a script has the policy that its file says', () => {
  it.each(scriptCases)('$name', ({ expected, actual }) => {
    expect(actual(), update).toBe(readFileSync(expected, 'utf8'));
  });
});

describe('a finding is reported as its folder says', () => {
  it.each(diagnosticCases)('$name', ({ expected, actual }) => {
    expect(actual(), update).toBe(readFileSync(expected, 'utf8'));
  });
});

it('every code of the catalogue has a folder whose input yields it', () => {
  const shown = diagnosticCases.map(({ name, expected }) => {
    const found = JSON.parse(readFileSync(expected, 'utf8')) as readonly { readonly code: string }[];
    const folder = name.replace('diagnostics/', '');
    return found.map(({ code }) => code).find((code) => code.replace('/', '-') === folder) ?? `${folder}: not yielded`;
  });
  expect(shown.sort()).toEqual(Object.keys(catalogue).sort());
});

it('the page on diagnostics is the catalogue of today', () => {
  const page = readFileSync(new URL('../docs/diagnostics.md', import.meta.url), 'utf8');
  expect(page, 'run `npm run fixtures -- --update`').toBe(diagnosticsPage());
});
