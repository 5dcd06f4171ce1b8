import { expect, test } from 'vitest';
import { javascript, lines } from './analysed.ts';

test('clients keep their base, headers and defaults', () => {
  const text = `
import axios from 'axios';
const api = axios.create({ baseURL: 'https://a.example/v1', headers: { 'X-Key': process.env.KEY } });
api.defaults.headers.common['X-Two'] = process.env.TWO;
await api.post('/items', { token: process.env.TOKEN }, { params: { q: 1 } });
`;
  expect(lines(javascript(text))).toEqual([
    'POST https://a.example/v1/items; header:x-two {env TWO}; header:x-key {env KEY}; query:q 1; body:/token {env TOKEN}',
    'variable KEY',
    'variable TWO',
    'variable TOKEN',
    'package axios',
  ]);
});

test('an inner variable is another one than the outer one of its name', () => {
  const text = `
const url = 'https://outer.example';
{ const url = 'https://inner.example'; fetch(url); }
for (const url of ['https://loop.example']) fetch(url, { method: 'PUT' });
const f = (url = 'https://preset.example') => fetch(url, { method: 'PATCH' });
f();
fetch(url, { method: 'POST' });
`;
  expect(lines(javascript(text))).toEqual([
    'GET https://inner.example',
    'PUT https://loop.example',
    'PATCH https://preset.example',
    'POST https://outer.example',
  ]);
});

test('classes, private members, inheritance and TypeScript', () => {
  const text = `
abstract class Base<T> {
  protected constructor(private readonly base: string) {}
  protected send(path: string): Promise<T> { return fetch(this.base + path) as never; }
}
class Api extends Base<string> {
  #key = process.env.API_KEY!;
  constructor() { super('https://a.example'); }
  list() { return this.send('/list?key=' + this.#key); }
}
await new Api().list();
`;
  expect(lines(javascript(text, { path: 'scripts/main.ts' }))).toEqual([
    'GET https://a.example/list?key={env API_KEY}',
    'variable API_KEY',
  ]);
});

test('modules of both kinds are followed', () => {
  const files = {
    'scripts/a.cjs': "const { b } = require('./b');\nexports.a = () => b('/a');\n",
    'scripts/b/index.js': "const B = 'https://b.example';\nmodule.exports = { b: (p) => fetch(B + p) };\n",
    'scripts/c.ts': "export const c = (): Promise<unknown> => import('./d.js').then((d) => d.default());\n",
    'scripts/d.ts': "export { d as default } from './e.mjs';\n",
    'scripts/e.mjs': "export function d() { return fetch('https://d.example'); }\n",
  };
  const found = javascript("import cjs from './a.cjs';\nimport { c } from './c.js';\ncjs.a();\nc();\n", { files });
  expect([lines(found), found.modules]).toEqual([
    ['GET https://b.example/a', 'GET https://d.example'],
    ['scripts/a.cjs', 'scripts/b/index.js', 'scripts/c.ts', 'scripts/d.ts', 'scripts/e.mjs'],
  ]);
});

test('child processes and files', () => {
  const text = `
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import * as fs from 'node:fs';
import { readFile } from 'node:fs/promises';
const run = promisify(execFile);
await run('git', ['log', '-1']);
spawn('sh', ['-c', 'id'], { shell: false });
spawn('ls -la', { shell: true });
fs.createReadStream('a').pipe(fs.createWriteStream('b'));
await readFile(new URL('./c.json', import.meta.url));
fs.promises.rm('d', { recursive: true });
`;
  expect(lines(javascript(text))).toEqual([
    'read a',
    'write b',
    'read {bundle}/scripts/c.json',
    'write d',
    'run git log -1',
    'run sh -c id',
    'shell ls -la',
  ]);
});

test('the words of the command', () => {
  const text = `
import { parseArgs } from 'node:util';
const { values, positionals } = parseArgs({ options: { out: { type: 'string', short: 'o' } }, allowPositionals: true });
const [first] = positionals;
import { readFileSync, writeFileSync } from 'node:fs';
writeFileSync(values.out ?? 'preset', readFileSync(first));
`;
  expect(lines(javascript(text, { words: ['in.txt', '-o', 'out.txt'] }))).toEqual(['read in.txt', 'write out.txt']);
});
