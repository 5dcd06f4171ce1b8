import { expect, test } from 'vitest';
import { remedyForAgent } from '../../src/mcp/remedy-for-agent.ts';

test.each([
  ['repeat with --force if it is one', 'repeat with `"force": true` if it is one'],
  ['use https, or pin the content with --digest', 'use https, or pin the content with `digest`'],
  [
    'give it another id with --as ID, or `skillc unload x`',
    'ask a person: give it another id with `as`, or `skillc unload x`',
  ],
  ['skillc approve apr_1', 'ask a person: skillc approve apr_1'],
  [
    'run `skillc doctor` to see what this machine lacks',
    'ask a person: run `skillc doctor` to see what this machine lacks',
  ],
  ['a person can run `skillc approve apr_1`', 'a person can run `skillc approve apr_1`'],
  ['use https', 'use https'],
  ['look at the skillc home', 'look at the skillc home'],
])('%s', (remedy, said) => {
  expect(remedyForAgent(remedy)).toBe(said);
});
