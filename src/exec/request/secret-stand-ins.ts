import type { Encoding } from '../../ir/expr.ts';

/**
 * While a request is built, each secret is a word of letters and digits that nothing else can hold and that every encoding
 * leaves alone. Behind the last step the words are taken out again, and the places where they stood are the broker's.
 */
export interface SecretStandIns {
  readonly standIn: (name: string, encode: Encoding | undefined) => string;
  /** Literal text and the secrets between, in order. */
  readonly split: (text: string) => readonly (string | StoodIn)[];
}

export interface StoodIn {
  readonly name: string;
  readonly encode: Encoding | undefined;
}

/** `unguessable` gives 32 hexadecimal digits, made for one call: neither skill nor caller can write the word. */
export function createStandIns(unguessable: () => string): SecretStandIns {
  const known: StoodIn[] = [];
  let made: string | undefined;
  const digits = (): string => {
    made ??= unguessable();
    return made;
  };
  return {
    standIn: (name, encode) => {
      const found = known.findIndex((one) => one.name === name && one.encode === encode);
      if (found < 0) known.push({ name, encode });
      return `zs${digits()}x${found < 0 ? known.length - 1 : found}z`;
    },
    split: (text) => {
      if (known.length === 0) return [text];
      const out: (string | StoodIn)[] = [];
      let from = 0;
      for (const match of text.matchAll(new RegExp(`zs${digits()}x([0-9]+)z`, 'g'))) {
        if (match.index > from) out.push(text.slice(from, match.index));
        const one = known[Number(match[1])];
        if (one !== undefined) out.push(one);
        from = match.index + match[0].length;
      }
      if (from < text.length || out.length === 0) out.push(text.slice(from));
      return out;
    },
  };
}
