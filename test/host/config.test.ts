import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configIn } from '../../src/host/config.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skillc-config-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('a home without the file has no configuration, and one with it has that', () => {
  expect(configIn(home)).toEqual({});
  writeFileSync(join(home, 'config.yaml'), 'mcp: { elicitation: "off" }\n');
  expect(configIn(home)).toEqual({ mcp: { elicitation: 'off' } });
});

test('a link that leads nowhere is no missing file', () => {
  symlinkSync(join(home, 'gone.yaml'), join(home, 'config.yaml'));
  expect(() => configIn(home)).toThrow('cannot be read (ENOENT)');
  writeFileSync(join(home, 'gone.yaml'), 'ask: false\n');
  expect(configIn(home)).toEqual({ ask: false });
});

test('a directory or a device is no configuration', () => {
  const file = join(home, 'config.yaml');
  mkdirSync(file);
  expect(() => configIn(home)).toThrow('cannot be read (no file)');
  rmSync(file, { recursive: true });
  symlinkSync('/dev/zero', file);
  expect(() => configIn(home)).toThrow('cannot be read (no file)');
});
