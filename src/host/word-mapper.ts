import type { ProgramFile } from '../exec/market/program.ts';
import type { RunningCommand, WordMapper } from '../exec/providers/shell/word-mapper.ts';
import type { Bundle, SnapshotFile } from '../ir/bundle.ts';
import { literalText, type Piece, type Text } from '../ir/text.ts';
import { dispatchFor } from '../map/dispatch.ts';
import { mapLiteralCommand } from '../map/literal-command.ts';
import type { Dispatch } from '../map/map-command.ts';
import type { ToolTable } from '../map/tools/tool.ts';

const span = { source: 'program', start: 0, end: 0 } as const;

/** The compiler's mapper for commands of programs that run, by the same tables, over the files of the skill they belong to. */
export function wordMapper(tools: ToolTable): WordMapper {
  const plain = dispatchFor(tools);
  const dispatches = new WeakMap<ReadonlyMap<string, ProgramFile>, Dispatch>();
  const dispatchOf = (files: ReadonlyMap<string, ProgramFile>): Dispatch => {
    const before = dispatches.get(files);
    if (before !== undefined) return before;
    const made = { ...plain, bundle: bundleOf(files) };
    dispatches.set(files, made);
    return made;
  };
  return {
    knows: (name) => plain.primitives.has(name) || tools.get(name) !== undefined,
    map: (command, files) => {
      const dispatch = dispatchOf(files);
      const { words, cwd, env, stdin } = command;
      const mapped = mapLiteralCommand(
        {
          words: words.map(textOf),
          cwd,
          env,
          stdin: stdin.kind === 'text' ? { kind: 'text', text: literalText(stdin.text) } : stdin,
          span,
        },
        dispatch,
        dispatch.bundle,
      );
      if (mapped.kind === 'calls') return mapped;
      const { code, message, help } = mapped.reason;
      return { kind: 'refused', code, message, ...(help === undefined ? {} : { remedy: help }) };
    },
  };
}

function textOf(word: RunningCommand['words'][number]): Text {
  return word.flatMap((part): readonly Piece[] => {
    if (typeof part === 'string') return literalText(part);
    if ('secret' in part) return [{ kind: 'secret', name: part.secret, span }];
    return [{ kind: 'placeholder', name: part.param, written: part.param, span }];
  });
}

/** Each file is read when the mapper looks at it. */
function bundleOf(files: ReadonlyMap<string, ProgramFile>): Bundle {
  const lazy = [...files.values()].map(
    (file): SnapshotFile => ({
      path: file.path,
      digest: file.digest,
      executable: file.executable,
      get bytes() {
        return file.bytes() ?? new Uint8Array();
      },
    }),
  );
  return { uri: '', entry: '', digest: '', files: new Map(lazy.map((file) => [file.path, file])) };
}
