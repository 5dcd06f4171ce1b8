import { expect, test } from 'vitest';
import { insideCommands, pureTools } from '../../../src/exec/providers/shell/registry.ts';
import type { ToolHost } from '../../../src/exec/providers/shell/tools/tool.ts';
import { aloneTextCommands, sandboxedTextCommands } from '../../../src/ir/text-commands.ts';
import { lookTools } from '../../../src/map/primitives/text-tools/look-tools.ts';
import { plainTools } from '../../../src/map/primitives/text-tools/plain-tools.ts';

const inside = [...pureTools, ...insideCommands({} as ToolHost).map(({ name }) => name)];

test('every text tool that is mapped is run: alone, inside of a shell program, or in a sandbox', () => {
  const somewhere: ReadonlySet<string> = new Set([...aloneTextCommands, ...sandboxedTextCommands, ...inside]);
  const names = [...plainTools, ...lookTools].map(({ name }) => name);
  expect(names.filter((name) => !somewhere.has(name))).toEqual([]);
});

test('no tool is run in two ways', () => {
  const interpreted: ReadonlySet<string> = new Set([...aloneTextCommands, ...inside]);
  expect(sandboxedTextCommands.filter((name) => interpreted.has(name))).toEqual([]);
});
