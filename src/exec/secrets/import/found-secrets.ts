import { isSecretName, SecretValue } from '../value.ts';

/** What a file to import holds. Nothing is stored before the person has seen the names. */
export interface FoundSecrets {
  readonly secrets: readonly FoundSecret[];
  readonly problems: readonly ImportProblem[];
}

export interface FoundSecret {
  readonly name: string;
  readonly value: SecretValue;
  readonly line: number;
}

/** A line that was not read, without what it holds. */
export interface ImportProblem {
  readonly line: number;
  readonly message: string;
}

export type Line =
  | { readonly kind: 'pair'; readonly name: string; readonly value: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'problem'; readonly message: string };

const LARGEST_FILE = 1024 * 1024;

/** Reads line by line; of a name given twice neither value is taken, since readers differ on which one counts. */
export function collect(text: string, readLine: (line: string) => Line, allowShort: boolean): FoundSecrets {
  if (text.length > LARGEST_FILE) return { secrets: [], problems: [{ line: 1, message: 'the file is too large' }] };
  const problems: ImportProblem[] = [];
  const found = new Map<string, FoundSecret>();
  const first = new Map<string, number>();
  for (const [at, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = at + 1;
    const read = readLine(written);
    if (read.kind === 'problem') problems.push({ line, message: read.message });
    if (read.kind !== 'pair') continue;
    const made = secretOf(read.name, read.value, allowShort);
    const before = first.get(read.name);
    if (typeof made === 'string') problems.push({ line, message: made });
    else if (before !== undefined) {
      found.delete(read.name);
      problems.push({ line, message: `\`${read.name}\` was given in line ${before} already; neither is taken` });
    } else found.set(read.name, { name: read.name, value: made, line });
    if (before === undefined) first.set(read.name, line);
  }
  return { secrets: [...found.values()], problems };
}

function secretOf(name: string, value: string, allowShort: boolean): SecretValue | string {
  if (!isSecretName(name)) return 'the name is not made of letters, digits and `_`';
  const made = SecretValue.of(value, { allowShort });
  return made.kind === 'value' ? made.value : `\`${name}\`: ${made.message}`;
}
