import type { ProgramFile } from '../exec/market/program.ts';
import type { Bundle, SnapshotFile } from '../ir/bundle.ts';
import type { Json } from '../ir/json.ts';
import { flag, list, optional, record, type Shape, text } from '../ir/shape.ts';
import { directoryDigest } from '../source/digest.ts';
import type { Snapshots } from '../store/snapshots.ts';

/** What is kept of a bundle beside its files: a list of them, itself kept by content. */
interface StoredBundle {
  readonly uri: string;
  readonly entry: string;
  readonly directory?: string;
  readonly files: readonly { readonly path: string; readonly digest: string; readonly executable: boolean }[];
}

const storedBundle: Shape<StoredBundle> = record<StoredBundle>({
  uri: text,
  entry: text,
  directory: optional(text),
  files: list(record({ path: text, digest: text, executable: flag })),
});

/** Keeps every file by content; the digest of the list leads to all of them. */
export function keepBundle(snapshots: Snapshots, bundle: Bundle): string {
  const files = [...bundle.files.values()].map(({ path, bytes, executable }) => ({
    path,
    digest: snapshots.put(bytes),
    executable,
  }));
  const { uri, entry, directory } = bundle;
  const stored: StoredBundle = { uri, entry, ...(directory === undefined ? {} : { directory }), files };
  return snapshots.put(new TextEncoder().encode(JSON.stringify(stored)));
}

/** The bundle as it was loaded, or undefined where any of it is missing or not the same. */
export function restoreBundle(snapshots: Snapshots, snapshot: string, digest: string): Bundle | undefined {
  const stored = readStored(snapshots.get(snapshot));
  if (stored === undefined) return undefined;
  const files = new Map<string, SnapshotFile>();
  for (const { path, digest: own, executable } of stored.files) {
    const bytes = snapshots.get(own);
    if (bytes === undefined) return undefined;
    files.set(path, { path, bytes, digest: own, executable });
  }
  const { uri, entry, directory } = stored;
  const whole = directory === undefined ? files.get(entry)?.digest : directoryDigest(files.values());
  if (whole !== digest) return undefined;
  return { uri, entry, ...(directory === undefined ? {} : { directory }), digest, files };
}

/** The files of a snapshot, each read when it is asked for: by its digest, so that nothing else can come. */
export function storedFiles(snapshots: Snapshots, snapshot: string | undefined): ReadonlyMap<string, ProgramFile> {
  const stored = snapshot === undefined ? undefined : readStored(snapshots.get(snapshot));
  const files = (stored?.files ?? []).map(({ path, digest, executable }) => ({
    path,
    digest,
    executable,
    bytes: () => snapshots.get(digest),
  }));
  return new Map(files.map((file) => [file.path, file]));
}

function readStored(bytes: Uint8Array | undefined): StoredBundle | undefined {
  if (bytes === undefined) return undefined;
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    return storedBundle(value, 0) === undefined ? (value as unknown as StoredBundle) : undefined;
  } catch {
    return undefined;
  }
}
