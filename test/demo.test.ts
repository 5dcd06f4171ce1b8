import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

describe('skillc demo', () => {
  it('tells the whole story, and each part of it holds', () => {
    const script = fileURLToPath(new URL('../bin/skillc.js', import.meta.url));
    const run = spawnSync(process.execPath, [script, 'demo'], { encoding: 'utf8' });
    const marks = run.stdout.match(/^ {2}[✓✗] .*$/gm);
    expect({ status: run.status, marks }).toEqual({
      status: 0,
      marks: [
        '  ✓ the service has seen no search',
        '  ✓ the service got the token',
        '  ✓ the token is in nothing that was printed',
        '  ✓ the token is in no file of the home but the encrypted one',
      ],
    });
    expect(run.stdout).toMatch(/record\/changed {2}record \d+ does not have the hash that it had/);
  }, 60_000);
});
