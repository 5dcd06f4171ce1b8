import { HttpFailure } from '../providers/http/failure.ts';
import type { FileOutput, FileSink } from '../providers/http/request.ts';
import type { FileGrants } from '../providers/io/file-grants.ts';
import { stageWrite } from '../providers/io/stage-write.ts';

export interface OutputFile {
  readonly path: string;
  readonly append?: boolean;
  /** Mode of folders that are missing on the way; without it they must be there. */
  readonly createDirs?: '750' | '777';
}

/** `-o FILE`: what comes is written beside the target and put in place when it is whole; what is not leaves nothing. */
export function fileOutput(
  grants: FileGrants,
  { path, append = false, createDirs }: OutputFile,
  random: (bytes: number) => Uint8Array,
): FileOutput {
  return {
    kind: 'file',
    write: async (): Promise<FileSink> => {
      const stagingName = `.skillc-${Buffer.from(random(12)).toString('hex')}`;
      const staged = stageWrite(grants, {
        asked: path,
        bytes: new Uint8Array(),
        append,
        stagingName,
        ...(createDirs === undefined ? {} : { makeParents: Number.parseInt(createDirs, 8) }),
      });
      if (staged.kind === 'refused') throw failureOf(staged);
      return {
        write: async (chunk) => staged.write(chunk),
        close: async () => {
          const done = staged.commit();
          if ('kind' in done) throw failureOf(done);
        },
        abandon: async () => staged.discard(),
      };
    },
  };
}

function failureOf({ code, message, remedy }: { code: string; message: string; remedy?: string }): HttpFailure {
  return new HttpFailure(code, message, 23, remedy);
}
