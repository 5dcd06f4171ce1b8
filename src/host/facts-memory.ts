import type { FactsMemory, ProgramFacts } from '../exec/runtime/program-facts.ts';
import type { Json } from '../ir/json.ts';
import { optional, record, type Shape, text } from '../ir/shape.ts';
import { readPrivateFile, writePrivateFile } from '../store/private-file.ts';

const factsShape: Shape<ProgramFacts> = record<ProgramFacts>({ digest: text, version: optional(text) });

const most = 500;

/** Facts of programs in a file of the home. What cannot be read is found out again, and what cannot be written costs time. */
export function factsMemory(file: string): FactsMemory {
  let facts: Map<string, ProgramFacts> | undefined;
  const known = (): Map<string, ProgramFacts> => {
    facts ??= read(file);
    return facts;
  };
  return {
    get: (key) => known().get(key),
    set: (key, value) => {
      facts = new Map([...known(), [key, value] as const].slice(-most));
      try {
        writePrivateFile(file, JSON.stringify(Object.fromEntries(facts)));
      } catch {
        // Found out again the next time.
      }
    },
  };
}

function read(file: string): Map<string, ProgramFacts> {
  try {
    const value = JSON.parse(readPrivateFile(file) ?? '{}') as { readonly [key: string]: Json };
    return new Map(
      Object.entries(value).flatMap(([key, one]) =>
        factsShape(one, 0) === undefined ? [[key, one as unknown as ProgramFacts] as const] : [],
      ),
    );
  } catch {
    return new Map();
  }
}
