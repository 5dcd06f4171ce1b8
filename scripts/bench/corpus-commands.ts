import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemProgram } from '../../src/map/system-path.ts';
import type { CodeBlock } from '../../src/parse/markdown/block.ts';
import { fenceKind } from '../../src/parse/markdown/fence-kind.ts';
import { scanBlocks } from '../../src/parse/markdown/scan-blocks.ts';
import { parseShell } from '../../src/shell/parse.ts';
import { commandsOf } from '../../src/shell/walk.ts';

/** The text of each simple curl command in the skills' shell blocks. Read only. */
export function curlCommands(corpora: string): readonly string[] {
  const folder = join(corpora, 'skills');
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name, 'SKILL.md'), 'utf8');
    return scanBlocks(text, 0)
      .blocks.filter((block): block is CodeBlock => block.kind === 'code' && fenceKind(block) === 'shell')
      .flatMap(({ content }) => commandsIn(content.text));
  });
}

function commandsIn(text: string): readonly string[] {
  const { program, diagnostics } = parseShell(text, 'block');
  if (diagnostics.length > 0) return [];
  return commandsOf(program.statements)
    .filter(({ words }) => systemProgram(words[0]?.text ?? '') === 'curl')
    .map(({ span }) => text.slice(span.start, span.end));
}
