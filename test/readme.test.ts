import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');
const examples = [...readme.matchAll(/```console\n\$ skillc (.*)\n([\s\S]*?)```/g)];

describe('what the README shows', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(1);
  });

  it.each(examples.map(([, command = '', output = '']) => [command, output] as const))(
    'skillc %s',
    (command, output) => {
      const words = /'[^']*'|\S+/g;
      const args = [...command.matchAll(words)].map(([word]) => word.replace(/^'|'$/g, ''));
      const run = spawnSync(process.execPath, ['bin/skillc.js', ...args], { cwd: root, encoding: 'utf8' });
      expect({ stdout: run.stdout, status: run.status }).toEqual({ stdout: output, status: 0 });
    },
  );

  it('leaves nothing to fill in', () => {
    expect(readme).not.toMatch(/\b(?:SCOREBOARD|TODO|TBD|FIXME)\b/);
  });

  it('links only to files that are there', () => {
    const targets = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target]) => target ?? '');
    expect(targets.filter((target) => !exists(target))).toEqual([]);
  });
});

function exists(path: string): boolean {
  return spawnSync('test', ['-e', path], { cwd: root }).status === 0;
}
