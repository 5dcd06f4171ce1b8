import { createRequire } from 'node:module';
import type { ScriptSource } from './source.ts';

export interface ScriptDependency {
  readonly name: string;
  /** As written behind the name. */
  readonly version: string;
  readonly start: number;
  readonly end: number;
}

export interface ScriptMetadata {
  readonly runtime?: string;
  readonly dependencies: readonly ScriptDependency[];
}

/** What a script says about itself: its first line, and the metadata block of Python (PEP 723). */
export function scriptMetadata({ text, language }: ScriptSource): ScriptMetadata {
  const shebang = /^#![^\n]*?\b(python|node)(\d+(?:\.\d+)?)?(?=\s|$)/.exec(text);
  const fromLine = shebang?.[2] === undefined || !/\./.test(shebang[2]) ? undefined : `${shebang[1]}:${shebang[2]}`;
  const block = language === 'python' ? metadataBlock(text) : undefined;
  if (block === undefined) return { dependencies: [], ...(fromLine === undefined ? {} : { runtime: fromLine }) };
  const data = readToml(block.content);
  const wanted = typeof data['requires-python'] === 'string' ? lowestVersion(data['requires-python']) : undefined;
  const runtime = wanted === undefined ? fromLine : `python:${wanted}`;
  const dependencies = strings(data.dependencies).map((spec) => pythonSpec(spec, text, block.start));
  return { dependencies, ...(runtime === undefined ? {} : { runtime }) };
}

/** `# /// script` to `# ///`; a second block makes the metadata void. */
function metadataBlock(text: string): { readonly content: string; readonly start: number } | undefined {
  const found = [...text.matchAll(/^# \/\/\/ script\r?\n((?:#(?:| [^\n]*)\n)+?)# \/\/\/\s*$/gm)];
  const [only, second] = found;
  if (only === undefined || second !== undefined) return undefined;
  const content = (only[1] ?? '').replaceAll(/^# ?/gm, '');
  return { content, start: only.index };
}

/** `>=3.11,<3.14` asks for 3.11 at least. */
function lowestVersion(range: string): string | undefined {
  return /(?:>=|==|~=)\s*(\d+\.\d+)/.exec(range)?.[1];
}

/** Dependencies that a file lists: `requirements.txt`, `pyproject.toml`, `package.json`. */
export function parseDependencies(path: string, text: string): readonly ScriptDependency[] {
  const name = path.split('/').at(-1) ?? path;
  if (name === 'requirements.txt') return requirements(text);
  if (name === 'pyproject.toml') {
    const project = readToml(text).project;
    return strings(isTable(project) ? project.dependencies : undefined).map((spec) => pythonSpec(spec, text, 0));
  }
  return packageJson(text);
}

/** One a line; options, addresses and other files are left to whoever installs. */
function requirements(text: string): readonly ScriptDependency[] {
  let at = 0;
  // A line may go on behind a backslash: hashes of a package mostly do.
  const joined = text.replaceAll(/\\\r?\n/g, (end) => ' '.repeat(end.length));
  return joined.split('\n').flatMap((line) => {
    const start = at;
    at += line.length + 1;
    const spec = line.replace(/(?:^|\s)#.*$/, '').trim();
    if (spec === '' || spec.startsWith('-') || /:\/\//.test(spec)) return [];
    return [{ ...splitSpec(spec), start, end: start + line.length }];
  });
}

function packageJson(text: string): readonly ScriptDependency[] {
  const data = readJson(text);
  const all = isTable(data) ? [data.dependencies, data.optionalDependencies] : [];
  return all.flatMap((table) =>
    isTable(table)
      ? Object.entries(table).flatMap(([name, version]) => {
          const start = Math.max(0, text.indexOf(JSON.stringify(name)));
          return typeof version === 'string' ? [{ name, version, start, end: start + name.length + 2 }] : [];
        })
      : [],
  );
}

function pythonSpec(spec: string, text: string, from: number): ScriptDependency {
  const start = Math.max(0, text.indexOf(spec, from));
  return { ...splitSpec(spec), start, end: start + spec.length };
}

/** `name[extra] >=2 ; marker` */
function splitSpec(spec: string): { readonly name: string; readonly version: string } {
  const [, name = spec, version = ''] = /^([A-Za-z0-9][\w.-]*(?:\s*\[[^\]]*\])?)\s*([^;]*)/.exec(spec) ?? [];
  return { name: name.replaceAll(/\s/g, ''), version: version.trim() };
}

type Table = { readonly [key: string]: unknown };

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** What does not parse lists nothing: the imports still show what is needed. */
function readToml(text: string): Table {
  try {
    const { parse } = createRequire(import.meta.url)('smol-toml') as typeof import('smol-toml');
    return parse(text);
  } catch {
    return {};
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
