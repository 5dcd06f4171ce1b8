import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../ir/json.ts';
import { list, only, record, type Shape, text } from '../../ir/shape.ts';
import { copyTree } from './copy-tree.ts';
import { type EnvironmentRequest, environmentKey } from './environment-key.ts';
import { contentDigest, sealOf } from './seal.ts';

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
}

/** What is kept beside the files of an environment. */
export interface EnvironmentRecord extends EnvironmentRequest {
  readonly installed: readonly InstalledPackage[];
  /** Of all its files, as the log has it too. */
  readonly digest: string;
  readonly seal: string;
}

const recordShape: Shape<EnvironmentRecord> = record<EnvironmentRecord>({
  ecosystem: only('pypi', 'npm'),
  runtime: text,
  packages: list(text),
  installed: list(record<InstalledPackage>({ name: text, version: text })),
  digest: text,
  seal: text,
});

export type FoundEnvironment =
  | { readonly kind: 'found'; readonly folder: string; readonly record: EnvironmentRecord }
  | { readonly kind: 'missing' }
  /** Its files are not what was installed. */
  | { readonly kind: 'changed' };

export type Kept =
  | { readonly kind: 'kept'; readonly record: EnvironmentRecord }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** Installed packages, each set of them once, in a folder of the home that sandboxes see and never write. */
export class Environments {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  find(request: EnvironmentRequest): FoundEnvironment {
    const folder = this.#folderOf(request);
    const found = readRecord(join(folder, 'environment.json'));
    if (found === undefined || !existsSync(join(folder, 'files'))) return { kind: 'missing' };
    if (environmentKey(found) !== environmentKey(request)) return { kind: 'missing' };
    const files = join(folder, 'files');
    const seal = sealOf(files);
    if (seal === found.seal) return { kind: 'found', folder: files, record: found };
    // Times change when a home is copied; what counts is the content.
    if (contentDigest(files) !== found.digest) return { kind: 'changed' };
    writeRecord(folder, { ...found, seal });
    return { kind: 'found', folder: files, record: found };
  }

  /** Takes over the files that an installer has made. Whole or not at all: a reader finds none or all of it. */
  keep(request: EnvironmentRequest, made: string, installed: readonly InstalledPackage[]): Kept {
    const folder = this.#folderOf(request);
    const beside = `${folder}.new-${process.pid}`;
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(beside, { recursive: true, mode: 0o700 });
    const odd = copyTree(made, join(beside, 'files'));
    if (odd !== undefined) {
      rmSync(beside, { recursive: true, force: true });
      return { kind: 'refused', code: 'package/odd-file', message: `the installer left no plain file at \`${odd}\`` };
    }
    const digest = contentDigest(join(beside, 'files'));
    writeRecord(beside, { ...request, installed, digest, seal: '' });
    rmSync(folder, { recursive: true, force: true });
    renameSync(beside, folder);
    const record = { ...request, installed, digest, seal: sealOf(join(folder, 'files')) };
    writeRecord(folder, record);
    return { kind: 'kept', record };
  }

  #folderOf(request: EnvironmentRequest): string {
    return join(this.#root, environmentKey(request).slice('sha256:'.length));
  }
}

function writeRecord(folder: string, value: EnvironmentRecord): void {
  const file = join(folder, 'environment.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readRecord(file: string): EnvironmentRecord | undefined {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Json;
    return recordShape(value, 0) === undefined ? (value as unknown as EnvironmentRecord) : undefined;
  } catch {
    return undefined;
  }
}
