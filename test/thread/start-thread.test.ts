import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const start = new URL('../../src/thread/start-thread.ts', import.meta.url).href;
/** Of many files: Node reads TypeScript with WebAssembly. */
const thread = new URL('../../src/index.ts', import.meta.url).href;

const program = (line: string): string => `
  import { Worker } from 'node:worker_threads';
  const { startThread } = await import(${JSON.stringify(start)});
  for (let i = 0; i < 2; i++) {
    const thread = ${line};
    await new Promise((done) => thread.once('exit', done));
  }
  console.log('ended');
`;

function collections(line: string): { readonly ended: boolean; readonly collected: boolean } {
  const args = ['--stress-wasm-code-gc', '--trace-wasm-code-gc', '--input-type=module', '-e', program(line)];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { ended: stdout.includes('ended'), collected: stdout.includes('[wasm-gc] Starting GC') };
}

test('threads leave the code of WebAssembly alone that others may be about to use', () => {
  expect(collections(`startThread(new URL(${JSON.stringify(thread)}), { execArgv: [] })`)).toEqual({
    ended: true,
    collected: false,
  });
  expect(collections(`new Worker(new URL(${JSON.stringify(thread)}), { execArgv: [] })`)).toEqual({
    ended: true,
    collected: true,
  });
});

test('no thread is started in another way', () => {
  const sources = new URL('../../src', import.meta.url).pathname;
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const starting = files.filter((name) => /new Worker\(/.test(readFileSync(join(sources, name), 'utf8')));
  expect(starting).toEqual(['thread/start-thread.ts']);
});
