import { portFailure } from '../providers/http/failure.ts';
import type { FileOutput, FileSink } from '../providers/http/request.ts';
import type { Withhold } from './keep-credentials.ts';

/** Answers with credentials are short. What is longer, or holds NUL bytes and is no text, is written as it comes. */
const MOST_HELD = 16 * 1024 * 1024;

/** A file that an answer goes to, without the credentials in it: text is held back until it is whole and was searched. */
export function searchedOutput(output: FileOutput, withhold: Withhold): FileOutput {
  return { kind: 'file', write: async () => searchedSink(await output.write(), withhold) };
}

function searchedSink(sink: FileSink, withhold: Withhold): FileSink {
  let held: Uint8Array[] | undefined = [];
  let size = 0;
  const passOn = async (): Promise<void> => {
    const chunks = held ?? [];
    held = undefined;
    for (const chunk of chunks) await sink.write(chunk);
  };
  return {
    write: async (chunk) => {
      if (held === undefined) return sink.write(chunk);
      held.push(chunk);
      size += chunk.length;
      if (size > MOST_HELD || chunk.includes(0)) await passOn();
    },
    close: async () => {
      if (held !== undefined) await sink.write(await searched(Buffer.concat(held), withhold));
      await sink.close();
    },
    abandon: () => sink.abandon(),
  };
}

async function searched(bytes: Uint8Array, withhold: Withhold): Promise<Uint8Array> {
  try {
    return (await withhold(bytes)) ?? bytes;
  } catch (error) {
    throw portFailure(error, 'result/unsearchable', 'The answer cannot be searched for credentials', 23);
  }
}
