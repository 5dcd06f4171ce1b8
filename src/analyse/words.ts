import { concat } from './text-of.ts';
import { data, each, list, literalText, type Value } from './value.ts';

/** An option or operand as a script declares it. */
export interface OptionSpec {
  readonly names: readonly string[];
  /** Under which the script looks for it. */
  readonly key: string;
  readonly positional: boolean;
  readonly takesValue: boolean;
  readonly many: boolean;
  readonly preset: Value;
  /** What the script makes of the word. */
  readonly made: (word: Value) => Value;
}

export interface ReadWords {
  readonly values: ReadonlyMap<string, Value>;
  /** From the first operand that no spec takes; undefined where the words are not known. */
  readonly rest?: readonly Value[];
}

/** Matches the words of a command with what the script declares, as argument parsers do. */
export function readWords(
  specs: readonly OptionSpec[],
  words: readonly Value[] | undefined,
  stopAtOperand: boolean,
): ReadWords {
  const values = new Map<string, Value>(specs.map((spec) => [spec.key, presetOf(spec, words === undefined)]));
  if (words === undefined) return { values };
  const found = new Map<OptionSpec, Value[]>();
  const operands = specs.filter(({ positional }) => positional);
  const rest: Value[] = [];
  let onlyOperands = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? data('an argument');
    const written = literalText(word);
    if (written === '--' && !onlyOperands) {
      onlyOperands = true;
      continue;
    }
    const option = onlyOperands ? undefined : findOption(specs, word);
    if (option !== undefined) {
      const { spec, attached } = option;
      const own = found.get(spec) ?? [];
      found.set(spec, own);
      if (!spec.takesValue) continue;
      if (attached !== undefined) own.push(attached);
      else {
        do own.push(words[++at] ?? data('a missing argument'));
        while (spec.many && at + 1 < words.length && !isOption(words[at + 1]));
      }
      continue;
    }
    if (!onlyOperands && isOption(word)) continue;
    const operand = operands.find((spec) => spec.many || !found.has(spec));
    if (operand !== undefined) found.set(operand, [...(found.get(operand) ?? []), word]);
    else if (stopAtOperand) return { values: filled(values, found), rest: words.slice(at) };
    else rest.push(word);
  }
  return { values: filled(values, found), rest };
}

function filled(
  values: Map<string, Value>,
  found: ReadonlyMap<OptionSpec, readonly Value[]>,
): ReadonlyMap<string, Value> {
  for (const [spec, given] of found) {
    const known = given.map(spec.made);
    if (!spec.takesValue) values.set(spec.key, data('a flag'));
    else values.set(spec.key, spec.many ? list(known) : (known.at(-1) ?? data('an argument')));
  }
  return values;
}

/** Where nobody knows the words, anything may be given in place of the preset. */
function presetOf(spec: OptionSpec, unknown: boolean): Value {
  if (!unknown) return spec.preset.kind === 'text' ? spec.made(spec.preset) : spec.preset;
  const given = spec.made(data('an argument'));
  return spec.preset.kind === 'constant' ? given : { kind: 'choice', values: [...each(spec.preset), given] };
}

function isOption(word: Value | undefined): boolean {
  const [first] = word?.kind === 'text' ? word.pieces : [];
  return first?.kind === 'literal' && /^-[^\d.]/.test(first.value);
}

/** `--name`, `--na`, `--name=value`, `-n`, `-nvalue`. */
function findOption(
  specs: readonly OptionSpec[],
  word: Value,
): { readonly spec: OptionSpec; readonly attached?: Value } | undefined {
  if (word.kind !== 'text') return undefined;
  const [first, ...more] = word.pieces;
  if (first?.kind !== 'literal' || !first.value.startsWith('-')) return undefined;
  const options = specs.filter(({ positional }) => !positional);
  const equals = first.value.indexOf('=');
  const name = equals < 0 ? first.value : first.value.slice(0, equals);
  const exact = options.find(({ names }) => names.includes(name));
  const starting = options.filter(({ names }) => name.startsWith('--') && names.some((one) => one.startsWith(name)));
  const spec = exact ?? (starting.length === 1 ? starting[0] : undefined);
  if (spec !== undefined && equals >= 0)
    return {
      spec,
      attached: concat([
        { kind: 'text', pieces: [{ kind: 'literal', value: first.value.slice(equals + 1) }, ...more] },
      ]),
    };
  if (spec !== undefined) return { spec };
  const short = options.find(({ names }) => names.some((one) => /^-[^-]$/.test(one) && first.value.startsWith(one)));
  if (short === undefined || first.value.startsWith('--')) return undefined;
  const attached = concat([{ kind: 'text', pieces: [{ kind: 'literal', value: first.value.slice(2) }, ...more] }]);
  return short.takesValue ? { spec: short, attached } : { spec: short };
}
