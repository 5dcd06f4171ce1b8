import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { executable, type ProgramPath, programFolders } from './program-path.ts';
import type { Language, RuntimeRequest } from './runtime-request.ts';

/** An interpreter of this machine. */
export interface Interpreter extends ProgramPath {
  readonly language: Language;
  readonly version: string;
  readonly digest: string;
  /** Folders or files outside of the system that it needs, read-only. */
  readonly mounts: readonly string[];
  /** Of an image, not of the machine. */
  readonly image?: string;
}

export type FoundInterpreter =
  | { readonly kind: 'found'; readonly interpreter: Interpreter; readonly warning?: string }
  | { readonly kind: 'missing'; readonly code: string; readonly message: string; readonly remedy: string };

/** Where interpreters may lie: the folders of the system, and what the host's configuration names. */
export interface InterpreterPlaces {
  readonly folders?: readonly string[];
  readonly configured: { readonly [L in Language]: readonly string[] };
}

const patterns: { readonly [L in Language]: RegExp } = {
  python: /^python3(?:\.\d+)?$/,
  node: /^node(?:js)?$/,
};

/** Distinct files, in the order of the folders, the configured ones last. */
export function candidates(language: Language, places: InterpreterPlaces): readonly ProgramPath[] {
  const folders = places.folders ?? programFolders;
  const names = folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => patterns[language].test(name))
      .map((name) => join(folder, name)),
  );
  const found = new Map<string, ProgramPath>();
  for (const path of [...names, ...places.configured[language]]) {
    const one = path.startsWith('/') ? executable(path) : undefined;
    if (one !== undefined && !found.has(one.real)) found.set(one.real, one);
  }
  return [...found.values()];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** What must be mounted for one that is no part of the system. */
export function mountsOf(language: Language, { path, real }: ProgramPath): readonly string[] {
  if (/^\/(?:usr|bin|lib)\//.test(real)) return [];
  const prefix = dirname(dirname(real));
  // Python is a tree of files; a prefix of one name, such as /opt, holds more than an interpreter.
  const needed = language === 'python' && basename(dirname(real)) === 'bin' && prefix.split('/').length > 2;
  return [...new Set([...(needed ? [prefix] : [real]), ...(path === real ? [] : [path])])];
}

/**
 * The one that fits best: the version that is asked for, else the newest of the same major version with a warning. Another
 * major version is another language.
 */
export function chooseInterpreter(request: RuntimeRequest, all: readonly Interpreter[]): FoundInterpreter {
  const { language, version } = request;
  const newest = [...all].sort((a, b) => compare(b.version, a.version));
  const [first] = newest;
  if (first === undefined) return missing(language, version, undefined);
  if (version === undefined) return { kind: 'found', interpreter: first };
  const exact = newest.find((one) => isWithin(one.version, version));
  if (exact !== undefined) return { kind: 'found', interpreter: exact };
  const near = newest.find((one) => majorOf(one.version) === majorOf(version));
  // Node has a major version each half year, and a newer one runs what an older one did.
  const other = near ?? (language === 'node' ? newer(newest, version) : undefined);
  if (other === undefined) return missing(language, version, first.version);
  const warning = `runs with ${language} ${other.version}, not ${version} as the skill asks`;
  return { kind: 'found', interpreter: other, warning };
}

function newer(all: readonly Interpreter[], version: string): Interpreter | undefined {
  return all.find((one) => compare(one.version, version) > 0);
}

function missing(language: Language, version: string | undefined, has: string | undefined): FoundInterpreter {
  const wanted = version === undefined ? language : `${language} ${version}`;
  const name = language === 'python' ? 'python3' : 'nodejs';
  const instead = has === undefined ? '' : `, only ${language} ${has}`;
  return {
    kind: 'missing',
    code: 'runtime/missing',
    message: `there is no ${wanted} in ${programFolders.join(', ')} or the configuration${instead}`,
    remedy: `install the package \`${packageOf(name, version)}\`, or name one under \`runtimes\` in config.yaml`,
  };
}

function packageOf(name: string, version: string | undefined): string {
  const [minor] = /^\d+\.\d+/.exec(version ?? '') ?? [];
  return name === 'python3' && minor !== undefined ? `python${minor}` : name;
}

function majorOf(version: string): string {
  return version.split('.')[0] ?? '';
}

/** `3.11.2` is within `3.11` and `3`. */
function isWithin(version: string, wanted: string): boolean {
  return version === wanted || version.startsWith(`${wanted}.`);
}

function compare(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < 3; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
