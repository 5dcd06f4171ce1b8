import type { Provider, ProviderResult } from '../../provider.ts';
import type { FileGrants } from './file-grants.ts';
import { readGranted } from './read-granted.ts';
import { noCost, refusedResult } from './result.ts';

export interface ReadArguments {
  readonly path?: string;
  readonly paths?: readonly string[];
}

export interface FileHost {
  readonly grants: FileGrants;
  /** Bytes of all files of one call together. */
  readonly maxBytes: number;
}

/** Prints files one after the other. A file that cannot be read ends the call; what came before it is kept. */
export function readFileProvider(host: FileHost): Provider<ReadArguments> {
  return { run: async (args) => read(host, args) };
}

function read(host: FileHost, args: ReadArguments): ProviderResult {
  const chunks: Uint8Array[] = [];
  const paths: string[] = [];
  let left = host.maxBytes;
  for (const asked of args.path === undefined ? (args.paths ?? []) : [args.path]) {
    const found = readGranted(host.grants, asked, left);
    if (found.kind === 'refused') return { ...refusedResult(found), ...seen(chunks, paths) };
    left -= found.bytes.length;
    chunks.push(found.bytes);
    paths.push(found.path);
  }
  return { status: 'done', exitCode: 0, used: noCost, ...seen(chunks, paths) };
}

function seen(chunks: readonly Uint8Array[], paths: readonly string[]): Pick<ProviderResult, 'stdout' | 'facts'> {
  return { stdout: Uint8Array.from(Buffer.concat(chunks)), facts: { read: paths } };
}
