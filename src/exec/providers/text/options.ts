/** Options of one tool that are known to do exactly what the real one does. Anything else is refused. */
export interface OptionTable {
  /** Letters without a value. */
  readonly flags: string;
  /** Letters with one. */
  readonly values?: string;
  /** Long names for letters. */
  readonly long?: Readonly<Record<string, string>>;
  /** The letter that `-5` stands for. */
  readonly digits?: string;
}

export interface ReadOptions {
  readonly kind: 'read';
  readonly flags: ReadonlySet<string>;
  /** Every value of a letter, in order. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
}

export interface Unsupported {
  readonly kind: 'unsupported';
  readonly reason: string;
}

export function unsupported(reason: string): Unsupported {
  return { kind: 'unsupported', reason };
}

/** As GNU programs read words: options anywhere until `--`, letters glued together, values glued or apart. */
export function readOptions(table: OptionTable, words: readonly string[]): ReadOptions | Unsupported {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  const give = (letter: string, value: string) => values.set(letter, [...(values.get(letter) ?? []), value]);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      operands.push(word);
      continue;
    }
    if (table.digits !== undefined && /^-[0-9]+$/.test(word)) {
      give(table.digits, word.slice(1));
      continue;
    }
    const spelled = word.startsWith('--') ? fromLong(table, word) : { letters: word.slice(1) };
    if (spelled === undefined) return unsupported(`the option \`${word}\``);
    const { letters, value } = spelled;
    for (let i = 0; i < letters.length; i++) {
      const letter = letters[i] ?? '';
      if (table.flags.includes(letter) && value === undefined) flags.add(letter);
      else if (table.values?.includes(letter) === true) {
        const rest = value ?? letters.slice(i + 1);
        const given = rest !== '' || value !== undefined ? rest : words[++at];
        if (given === undefined) return unsupported(`the option \`-${letter}\` without a value`);
        give(letter, given);
        break;
      } else return unsupported(`the option \`-${letter}\``);
    }
  }
  return { kind: 'read', flags, values, operands };
}

function fromLong(table: OptionTable, word: string): { readonly letters: string; readonly value?: string } | undefined {
  const [name = '', ...rest] = word.slice(2).split('=');
  const letters = table.long?.[name];
  if (letters === undefined) return undefined;
  return rest.length === 0 ? { letters } : { letters, value: rest.join('=') };
}

export function lastOf(read: ReadOptions, letter: string): string | undefined {
  return read.values.get(letter)?.at(-1);
}

/** Short options first, then `--`, then operands. */
export function spelled(read: ReadOptions): readonly string[] {
  return [
    ...[...read.flags].map((flag) => `-${flag}`),
    ...[...read.values].flatMap(([letter, values]) => values.flatMap((value) => [`-${letter}`, value])),
    ...(read.operands.some((operand) => operand.startsWith('-') && operand !== '-') ? ['--'] : []),
    ...read.operands,
  ];
}
