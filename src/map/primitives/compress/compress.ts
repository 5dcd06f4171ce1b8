import { concatTexts, literalOf, literalText, type Text } from '../../../ir/text.ts';
import type { Draft, DraftEffect, Primitive } from '../../primitive.ts';
import { readCommand } from '../../tools/read-command.ts';
import type { ToolTable } from '../../tools/tool.ts';
import { programOf, toolPrimitive } from '../../tools/tool-primitive.ts';

interface Format {
  readonly suffix: string;
  /** What a decompressor takes off a name, and what it puts there instead. */
  readonly ends: readonly (readonly [string, string])[];
  /** The given file stays unless an option says otherwise. */
  readonly keeps: boolean;
}

const gzip: Format = {
  suffix: '.gz',
  ends: [
    ['.gz', ''],
    ['.z', ''],
    ['.Z', ''],
    ['.tgz', '.tar'],
    ['.taz', '.tar'],
  ],
  keeps: false,
};
const bzip2: Format = {
  suffix: '.bz2',
  ends: [
    ['.bz2', ''],
    ['.bz', ''],
    ['.tbz2', '.tar'],
    ['.tbz', '.tar'],
  ],
  keeps: false,
};
const xz: Format = {
  suffix: '.xz',
  ends: [
    ['.xz', ''],
    ['.lzma', ''],
    ['.txz', '.tar'],
    ['.tlz', '.tar'],
  ],
  keeps: false,
};
const zstd: Format = {
  suffix: '.zst',
  ends: [
    ['.zst', ''],
    ['.tzst', '.tar'],
  ],
  keeps: true,
};

const formats: ReadonlyMap<string, { readonly format: Format; readonly unpacks: boolean }> = new Map([
  ['gzip', { format: gzip, unpacks: false }],
  ['gunzip', { format: gzip, unpacks: true }],
  ['bzip2', { format: bzip2, unpacks: false }],
  ['bunzip2', { format: bzip2, unpacks: true }],
  ['xz', { format: xz, unpacks: false }],
  ['unxz', { format: xz, unpacks: true }],
  ['zstd', { format: zstd, unpacks: false }],
  ['unzstd', { format: zstd, unpacks: true }],
]);

/** Programs that put a file beside the one they are given, and mostly remove that one. Options are in their table. */
export function compressors(tools: ToolTable): ReadonlyMap<string, Primitive> {
  const byTable = toolPrimitive(tools);
  const compress: Primitive = (command, context) => {
    const result = byTable(command, context);
    const program = programOf(command) ?? '';
    const tool = tools.get(program);
    const spec = formats.get(program);
    const read = tool === undefined ? undefined : readCommand(tool, command.words);
    if (result.kind !== 'mapped' || spec === undefined || read?.kind !== 'read') return result;
    const has = (...names: readonly string[]) => read.options.some(({ name }) => names.includes(name));
    const suffix = read.options.findLast(({ name }) => name === '-S' || name === '--suffix')?.value;
    const kept = has('-k', '--keep') || (spec.format.keeps && !has('--rm'));
    const removed = kept ? [] : read.operands;
    const made = (): readonly Text[] => {
      if (has('-o')) return [];
      // Names from inside the file, or of many files.
      if (has('-N', '--name', '-r', '--recursive')) return read.operands.map(folderOf);
      const unpacks = spec.unpacks || has('-d', '--decompress', '--uncompress');
      return read.operands.map((file) => (unpacks ? unpacked(file, spec.format) : packed(file, spec.format, suffix)));
    };
    const quiet = has('-c', '--stdout', '--to-stdout', '-t', '--test', '-l', '--list');
    const writes = (quiet ? [] : [...removed, ...made()]).map((path): DraftEffect => ({ kind: 'write', path }));
    const drafts = result.drafts.map(
      (draft): Draft => (draft.kind === 'plain' ? { ...draft, effects: [...draft.effects, ...writes] } : draft),
    );
    return { ...result, drafts };
  };
  return new Map([...formats.keys()].map((name) => [name, compress]));
}

function packed(file: Text, format: Format, suffix: Text | undefined): Text {
  return concatTexts(file, suffix ?? literalText(format.suffix));
}

/** Where the ending tells no name, anything in the folder. */
function unpacked(file: Text, { ends }: Format): Text {
  const last = file.at(-1);
  const found = last?.kind === 'literal' ? ends.find(([end]) => last.value.endsWith(end)) : undefined;
  if (last?.kind !== 'literal' || found === undefined) return folderOf(file);
  const [end, instead] = found;
  return [...file.slice(0, -1), { ...last, value: `${last.value.slice(0, -end.length)}${instead}` }];
}

function folderOf(file: Text): Text {
  const written = literalOf(file) ?? '';
  const slash = written.lastIndexOf('/');
  return literalText(slash < 0 ? '.' : written.slice(0, Math.max(1, slash)));
}
