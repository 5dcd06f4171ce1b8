import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../worker/warm-workers.ts';
import { type JqInstance, jqInstances } from './jq-instance.ts';

export interface JqRequest {
  readonly argv: readonly string[];
  readonly stdin: Uint8Array;
  /** Files by the name that the arguments use. */
  readonly files: readonly (readonly [string, Uint8Array])[];
  readonly maxOutput: number;
}

export interface JqAnswer {
  readonly kind: 'ended' | 'aborted' | 'too-much-output';
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly message: string;
}

class TooMuchOutput extends Error {}

const instances = jqInstances();
/** Each request gets an instance of its own, made while the thread waits: no state passes from one to the next. */
let next = instances.then((make) => make());

parentPort?.on('message', async (request: JqRequest) => {
  const instance = await next;
  const before = process.threadCpuUsage();
  const answer = run(instance, request);
  const { user, system } = process.threadCpuUsage(before);
  const reply: WorkerReply<JqAnswer> = {
    answer,
    cpuMs: Math.ceil((user + system) / 1000),
    ...(answer.kind === 'ended' ? {} : { spent: true }),
  };
  parentPort?.postMessage(reply);
  if (answer.kind === 'ended') next = instances.then((make) => make());
});

function run(instance: JqInstance, request: JqRequest): JqAnswer {
  const { FS } = instance;
  const [stdout, stderr] = [new Captured(request.maxOutput), new Captured(request.maxOutput)];
  FS.mkdirTree('/work');
  FS.chdir('/work');
  for (const [name, bytes] of request.files) {
    const path = name.startsWith('/') ? name : `/work/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
    FS.writeFile(path, bytes);
  }
  FS.writeFile('/input', request.stdin);
  FS.streams[0] = FS.open('/input', 'r');
  FS.streams[1] = capturing(instance, stdout);
  FS.streams[2] = capturing(instance, stderr);
  const seen = (kind: JqAnswer['kind'], exitCode: number, message: string): JqAnswer => ({
    kind,
    exitCode,
    stdout: stdout.bytes(),
    stderr: stderr.bytes(),
    message,
  });
  try {
    return seen('ended', instance.callMain([...request.argv]), '');
  } catch (error) {
    if (error instanceof TooMuchOutput) return seen('too-much-output', -1, '');
    return seen('aborted', -1, error instanceof Error ? error.message : String(error));
  }
}

function capturing(instance: JqInstance, sink: Captured): JqInstance['FS']['streams'][number] {
  const stream = instance.FS.open('/dev/null', 'w');
  stream.stream_ops = {
    ...stream.stream_ops,
    write: (_, buffer, offset, length) => sink.add(copied(buffer, offset, length)),
  };
  return stream;
}

/** The heap is a view of signed bytes, and moves when it grows. */
function copied(heap: Uint8Array, offset: number, length: number): Uint8Array {
  return new Uint8Array(heap.buffer, heap.byteOffset + offset, length).slice();
}

class Captured {
  readonly #chunks: Uint8Array[] = [];
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Uint8Array): number {
    this.#size += chunk.length;
    if (this.#size > this.#limit) throw new TooMuchOutput();
    this.#chunks.push(chunk);
    return chunk.length;
  }

  bytes(): Uint8Array {
    return Uint8Array.from(Buffer.concat(this.#chunks));
  }
}
