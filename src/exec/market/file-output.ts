import { HttpFailure } from '../providers/http/failure.ts';
import type { Output } from '../providers/http/request.ts';
import type { FileGrants } from '../providers/io/file-grants.ts';
import { stageWrite } from '../providers/io/stage-write.ts';

/** `-o FILE`: what came whole is put in place at once, what did not leaves nothing. The call's byte limit bounds it. */
export function fileOutput(grants: FileGrants, asked: string, random: (bytes: number) => Uint8Array): Output {
  return {
    kind: 'file',
    write: async () => {
      const chunks: Uint8Array[] = [];
      return {
        write: async (chunk) => void chunks.push(Uint8Array.from(chunk)),
        close: async () => {
          const stagingName = `.skillc-${Buffer.from(random(12)).toString('hex')}`;
          const staged = stageWrite(grants, { asked, bytes: Buffer.concat(chunks), append: false, stagingName });
          const done = staged.kind === 'staged' ? staged.commit() : staged;
          if ('kind' in done) throw new HttpFailure(done.code, done.message, 23, done.remedy);
        },
        abandon: async () => {},
      };
    },
  };
}
