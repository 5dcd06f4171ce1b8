import { shippedTools } from '../../src/capabilities/load.ts';
import { commandWords } from '../../src/map/command-words.ts';
import { dispatchFor } from '../../src/map/dispatch.ts';
import { mapCommandWords } from '../../src/map/map-command.ts';
import type { Mapped } from '../../src/map/primitive.ts';
import { walkProgram } from '../../src/map/resolve/sites.ts';
import { parseShell } from '../../src/shell/parse.ts';

const dispatch = dispatchFor(shippedTools());

/** A command line to the request templates of each command in it, before anything is inferred from them. */
export function requestsOf(line: string): readonly Mapped[] {
  const { program } = parseShell(line, 'line');
  return walkProgram(program.statements, []).sites.map((site) =>
    mapCommandWords(commandWords(site), site.cwd ?? '.', dispatch),
  );
}
