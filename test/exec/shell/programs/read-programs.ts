import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Program {
  /** `files.sh 12`, counted from 1. */
  readonly name: string;
  readonly text: string;
}

/** Programs of pure commands in the shapes of real skills, a line `#---` between two. */
export function readPrograms(): readonly Program[] {
  const folder = import.meta.dirname;
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sh'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split(/^#---\n/m)
        .map((text, at) => ({ name: `${file} ${at + 1}`, text })),
    );
}
