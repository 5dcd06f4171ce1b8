import { expect, test } from 'vitest';
import { parseSkill } from '../../../src/parse/index.ts';
import { processorMs } from '../../processor-time.ts';
import { bundleOf } from '../bundle-of.ts';

const parse = (text: string) => parseSkill(bundleOf({ 'skill.yaml': text }));
const found = (text: string): readonly (string | undefined)[][] =>
  parse(text).diagnostics.map(({ code, message }) => [code, message]);

test('a misspelt field is named with the one that is meant', () => {
  const parsed = parse('name: n\ndescripton: d\noperations:\n  a:\n    comand: echo x\n');
  expect(parsed.diagnostics.map(({ code, help }) => [code, help])).toEqual([
    ['parse/field-unknown', 'did you mean `description`?'],
    ['parse/description-missing', 'add `description:`'],
    ['parse/field-unknown', 'did you mean `command`?'],
    ['parse/operation-skipped', undefined],
    ['parse/operation-missing', undefined],
  ]);
});

test('version: 1.10 stays what is written', () => {
  const parsed = parse('name: n\ndescription: d\nversion: 1.10\noperations: {a: {command: echo x}}\n');
  expect(parsed.skill?.version).toBe('1.10');
  expect(parsed.diagnostics.map(({ code }) => code)).toEqual(['parse/field-type']);
  const quoted = parse('name: n\ndescription: d\nversion: "1.10"\noperations: {a: {command: echo x}}\n');
  expect([quoted.skill?.version, quoted.diagnostics]).toEqual(['1.10', []]);
});

test('fields that ask for power grant nothing and are named', () => {
  const plain = parse('name: n\ndescription: d\noperations: {a: {command: echo x}}\n');
  const greedy = parse(`name: n
description: d
permissions: "*"
auto_approve: true
trust_tier: 0
trusted: yes
sandbox: off
approval: {required: false, mode: Never}
operations:
  a: {command: echo x, sandbox: {network: all}, skip_approval: true}
`);
  expect(greedy.diagnostics.map(({ code }) => code)).toEqual(Array(8).fill('parse/power-ignored'));
  expect(greedy.skill?.declared).toEqual({});
  expect(greedy.skill?.operations[0]?.sandbox).toEqual({});
  expect(greedy.skill?.operations.map(({ body }) => body.kind)).toEqual(
    plain.skill?.operations.map(({ body }) => body.kind),
  );
});

test('a sandbox only narrows: none, hosts, and a wish for everything', () => {
  const sandbox = (written: string) =>
    parse(`name: n\ndescription: d\noperations: {a: {command: echo x, sandbox: ${written}}}\n`).skill?.operations[0]
      ?.sandbox;
  expect(sandbox('{network: none}')).toEqual({ egress: [] });
  expect(sandbox('{network: {egress: [a.test]}, packages: [jq]}')).toEqual({ egress: ['a.test'], packages: ['jq'] });
  expect(sandbox('{network: {egress: ["*", a.test]}}')).toEqual({ egress: ['a.test'] });
});

test('operations that cannot be read are left out, the others stay', () => {
  const parsed = parse(`name: n
description: d
operations:
  - {name: good, command: "echo x"}
  - {name: broken, command: "echo 'x"}
  - {name: empty}
  - 12
`);
  expect(parsed.skill?.operations.map(({ name }) => name)).toEqual(['good']);
  expect(parsed.diagnostics.filter(({ code }) => code === 'parse/operation-skipped')).toHaveLength(3);
});

const operation = (fields: string) => `name: n\ndescription: d\noperations: {a: {${fields}}}\n`;

test.each([
  ['method: GET, endpoint: "https://a.test/", command: "curl https://b.test/"', ['`command` with `curl`'], 'endpoint'],
  ['method: GET, url: "https://a.test/", script: "import os", runtime: python', ['`script`'], 'url'],
  ['endpoint: "https://a.test/", url: "https://b.test/", method: GET', ['`url`'], 'endpoint'],
  ['endpoint: "", command: "echo x", script: "import os"', ['`endpoint`', '`script`'], 'command'],
  ['command: "echo x", method: POST, headers: {A: b}', ['`method`', '`headers`'], 'command'],
])('%s: one way to run counts, and what is dropped is said', (fields, dropped, used) => {
  expect(found(operation(fields))).toEqual(
    dropped.map((what) => ['parse/operation-choice', `${what} is dropped, since the operation is its \`${used}\``]),
  );
});

test('one way to run, and an empty one beside it, is no choice', () => {
  expect(found(operation('method: GET, endpoint: "https://a.test/", command: null'))).toEqual([]);
});

test('a prompt skill of another system loads without operations', () => {
  const parsed = parse(
    'name: reviewer\ndescription: reviews\ntypes: [prompt]\ntriggers: {keywords: [review]}\npermissions: [file.read]\n',
  );
  expect(parsed.skill?.operations).toEqual([]);
  expect(parsed.diagnostics.map(({ code }) => code)).toEqual(['parse/power-ignored', 'parse/operation-missing']);
});

test('a generic name is still the name', () => {
  const parsed = parse(
    'name: n\ndescription: d\noperations:\n  run: {command: echo x}\n  test: {method: GET, endpoint: "https://a.test/x"}\n',
  );
  expect(parsed.skill?.operations.map(({ name }) => name)).toEqual(['run', 'test']);
});

test('duplicate names are told apart, and said', () => {
  const parsed = parse(
    'name: n\ndescription: d\noperations:\n  - {name: a, command: echo x}\n  - {name: a, command: echo y}\n',
  );
  expect(parsed.skill?.operations.map(({ name }) => name)).toEqual(['a', 'a_2']);
  expect(parsed.diagnostics.map(({ code }) => code)).toEqual(['parse/operation-id-duplicate']);
});

test('hidden characters in commands, endpoints and names are refused, in prose they may stand', () => {
  for (const hidden of [
    'name: n\ndescription: d\noperations: {a: {command: "echo \\u202e x"}}\n',
    'name: n\ndescription: d\noperations: {a: {method: GET, endpoint: "https://a\\u200b.test/"}}\n',
    'name: "n\\u2066"\ndescription: d\noperations: {a: {command: echo x}}\n',
    'name: n\ndescription: d\noperations: {"a\\u200d": {command: echo x}}\n',
    'name: n\ndescription: "d \\U000E0041\\U000E0042"\noperations: {a: {command: echo x}}\n',
  ]) {
    expect(parse(hidden)).toMatchObject({ diagnostics: [{ code: 'parse/hidden-character' }] });
    expect(parse(hidden).skill).toBeUndefined();
  }
  expect(parse('name: n\ndescription: "d \\u202e"\noperations: {a: {command: echo x}}\n').skill?.id).toBe('n');
});

test('references outside the document are refused', () => {
  const parsed = parse(
    'name: n\ndescription: d\noperations: {a: {command: echo x, input_schema: {$ref: "file:///etc/passwd"}}}\n',
  );
  expect(parsed).toMatchObject({ diagnostics: [{ code: 'parse/ref-external' }] });
  expect(parsed.skill).toBeUndefined();
});

test('many unknown fields cost little and are summed up', () => {
  const text = `name: n\ndescription: d\n${Array.from({ length: 20_000 }, (_, i) => `opration${i}: x`).join('\n')}\noperations: {a: {command: echo x}}\n`;
  const started = processorMs();
  const parsed = parse(text);
  expect(processorMs() - started).toBeLessThan(2000);
  expect(parsed.diagnostics).toHaveLength(21);
  expect(parsed.diagnostics.at(-1)?.message).toBe('19980 more findings of the same kinds are not shown');
});

test('a skill that says it needs no network has said so for the mapper', () => {
  const text = 'name: n\ndescription: d\nnetwork: none\noperations: {a: {command: "curl https://a.test/"}}\n';
  expect(parse(text).skill?.declared).toEqual({ egress: [] });
  expect(parse(text).diagnostics).toEqual([]);
  expect(parse(text.replace('none', 'all')).skill?.declared).toEqual({});
  expect(parse(text.replace('none', 'all')).diagnostics.map(({ code }) => code)).toEqual(['parse/power-ignored']);
  expect(parse(text.replace('none', 'none\nnetwork: all'))).toMatchObject({
    diagnostics: [{ code: 'parse/key-duplicate' }],
  });
});

test.each([
  ['#!/usr/bin/env python3', 'python'],
  ['#!/usr/bin/python3.11', 'python'],
  ['#! /usr/bin/env -S node', 'node'],
  ['#!/bin/bash -e', 'bash'],
  ['#!/opt/own/interpreter', undefined],
])('the first line of a script names its interpreter, in a container too: %s', (line, runtime) => {
  const operation = (more: object) => ({ a: { description: 'd', script: `${line}\nx = 1\n`, ...more } });
  const read = (more: object) => {
    const text = JSON.stringify({ name: 'n', description: 'd', operations: operation(more) });
    const one = parseSkill(bundleOf({ 'skill.json': text })).skill?.operations[0];
    return [one?.body.kind === 'script' ? one.body.runtime : undefined, one?.sandbox?.runtime];
  };
  expect(read({})).toEqual([runtime, undefined]);
  const image = 'container:ubuntu:22.04';
  expect(read({ runtime: image })).toEqual([runtime, runtime === undefined ? undefined : image]);
});
