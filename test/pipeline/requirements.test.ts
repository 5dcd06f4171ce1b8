import { describe, expect, it } from 'vitest';
import { skillManifest, skillText } from '../../src/index.ts';
import { noColours } from '../../src/report/paint.ts';
import { compiled } from '../attacks/judge.ts';

const skill = (fields: string, operation = '') =>
  compiled({
    'skill.yaml': `name: demo\ndescription: A\n${fields}\noperations:\n  say: {command: echo hi${operation}}\n`,
  });

function judged({ operations, diagnostics }: ReturnType<typeof compiled>) {
  const [{ plan } = {}] = operations;
  return {
    asks: plan?.requiresApproval,
    reason: plan?.approvalReason,
    secrets: plan?.secrets,
    codes: diagnostics.map(({ code }) => code),
  };
}

const free = { asks: false, reason: undefined, secrets: [], codes: [] };
const asked = { ...free, asks: true, reason: 'the skill itself asks for approval' };

describe('what a skill says about its approval', () => {
  it.each([
    'approval: {required: true}',
    'approval: {required: yes, mode: PerSession}',
    'approval: {mode: PerCall}',
    'approval: true',
    'approval: always',
  ])('%s is kept', (fields) => {
    expect(judged(skill(fields))).toEqual(asked);
  });

  it.each(['approval: {}', 'approval: {sensitive_domains: [a]}', ''])('`%s` asks for nothing', (fields) => {
    expect(judged(skill(fields))).toEqual(free);
  });

  it.each(['approval: false', 'approval: {required: false}', 'approval: {mode: Never}', 'approval: never'])(
    '%s waives nothing',
    (fields) => {
      expect(judged(skill(fields))).toEqual({ ...free, codes: ['parse/power-ignored'] });
    },
  );

  it('holds for one operation, which cannot take back what the skill asks for', () => {
    expect(judged(skill('', ', approval: {required: true}'))).toEqual(asked);
    expect(judged(skill('approval: true', ', approval: {required: false}'))).toEqual({
      ...asked,
      codes: ['parse/power-ignored'],
    });
  });
});

describe('secrets that a skill lists', () => {
  const needs = (name: string) => ({
    ...asked,
    reason: `uses secret ${name}`,
    secrets: [{ name, origin: '', slot: 'declared' }],
  });

  it.each([
    'secrets: [DEMO_TOKEN]',
    'secrets: [{name: DEMO_TOKEN, description: x}]',
    'secrets: {DEMO_TOKEN: x}',
    'secrets: DEMO_TOKEN',
  ])('%s is required, wherever it is used', (fields) => {
    expect(judged(skill(fields))).toEqual(needs('DEMO_TOKEN'));
  });

  it('may be listed by one operation', () => {
    expect(judged(skill('', ', secrets: [DEMO_TOKEN]'))).toEqual(needs('DEMO_TOKEN'));
  });

  it('are named once where the text has a place for them', () => {
    const text =
      'name: demo\ndescription: A\nsecrets: [DEMO_TOKEN]\noperations:\n  get: {endpoint: "https://good.test/", auth: {type: bearer, env_var: DEMO_TOKEN}}\n';
    expect(judged(compiled({ 'skill.yaml': text })).secrets).toEqual([
      { name: 'DEMO_TOKEN', origin: 'https://good.test', slot: 'header:authorization' },
    ]);
  });

  it('never repeats what is no name: it may be the secret', () => {
    const result = skill('secrets: [sk-live-4242424242]');
    expect(judged(result)).toEqual({ ...free, codes: ['parse/field-value'] });
    expect(JSON.stringify(result.diagnostics)).not.toContain('4242');
  });

  it('are shown without a place', () => {
    const { skill: parsed, operations, diagnostics } = skill('secrets: [DEMO_TOKEN]');
    if (parsed === undefined) throw new Error('not loaded');
    const manifest = skillManifest(parsed, operations, diagnostics, () => undefined);
    expect(skillText(manifest, noColours)).toContain('DEMO_TOKEN → no place that the text shows');
  });
});
