import { afterAll } from 'vitest';
import { openSandboxes, type Sandboxes, type SandboxOptions } from '../../../src/exec/sandbox/open.ts';
import { escapeSuite } from './escape-suite.ts';

const opened: Sandboxes[] = [];
afterAll(() => Promise.all(opened.map((each) => each.close())));

async function open(options: SandboxOptions) {
  const sandboxes = openSandboxes(options);
  opened.push(sandboxes);
  const choice = await sandboxes.choose({ class: 'process' });
  if (choice.kind === 'refused') throw new Error(`${choice.message}; ${choice.remedy}`);
  return choice.sandbox;
}

escapeSuite('bubblewrap', () => open({}));
