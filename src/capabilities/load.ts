import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import { checkExamples } from '../map/tools/check-examples.ts';
import type { Problem } from '../map/tools/fields.ts';
import { parseTool } from '../map/tools/parse-tool.ts';
import { noTools, type Tool, type ToolTable } from '../map/tools/tool.ts';
import { grantsNothing, restrictedBy } from './restrict.ts';

/** The folder that ships with the package. */
export const shippedFolder = fileURLToPath(new URL('../../capabilities/', import.meta.url));

const maxBytes = 256 * 1024;
/** Files that are no tool. */
const indexes: ReadonlySet<string> = new Set(['aliases', 'packages']);
const programPattern = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;

type LoadedTool =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'bad'; readonly diagnostics: readonly Diagnostic[] };

/**
 * The shipped tools, one file read for each program that is asked for, once.
 * A file that does not check is our own bug, so it throws with file and line.
 */
export function shippedTools(folder: string = join(shippedFolder, 'tools')): ToolTable {
  const known = new Map<string, Tool | undefined>();
  let aliases: ReadonlyMap<string, string> | undefined;
  let packages: ReadonlyMap<string, string> | undefined;
  const get = (program: string): Tool | undefined => {
    if (!programPattern.test(program)) return undefined;
    if (known.has(program)) return known.get(program);
    aliases ??= readNames(join(folder, 'aliases.yaml'));
    const tool = readShipped(folder, aliases.get(program) ?? program);
    // A file system that ignores case must not make `GIT` a program.
    const named = tool !== undefined && (tool.program === program || tool.aliases.includes(program)) ? tool : undefined;
    known.set(program, named);
    return named;
  };
  const ofPackage = (name: string): string | undefined => {
    packages ??= readNames(join(folder, 'packages.yaml'));
    return packages.get(name);
  };
  return { get, ofPackage };
}

/** Every shipped tool, for tests and for the reference page. */
export function allShippedTools(folder: string = join(shippedFolder, 'tools')): readonly Tool[] {
  return toolFiles(folder).flatMap((file) => {
    const tool = readShipped(folder, basename(file, '.yaml'));
    return tool === undefined ? [] : [tool];
  });
}

function readShipped(folder: string, program: string): Tool | undefined {
  const file = join(folder, `${program}.yaml`);
  const text = readIfThere(file);
  if (text === undefined || indexes.has(program)) return undefined;
  const loaded = loadTool(text, file);
  if (loaded.kind === 'tool') return loaded.tool;
  const [first] = loaded.diagnostics;
  throw new Error(`${first?.message ?? file}`);
}

function readNames(file: string): ReadonlyMap<string, string> {
  const data: unknown = parseDocument(readIfThere(file) ?? '{}').toJS();
  return new Map(Object.entries(data as Record<string, string>));
}

/** A user's or a project's own tool files. Nothing there throws; a project's may only restrict. */
export function ownTools(
  folder: string,
  trust: 'home' | 'project',
  base: ToolTable = noTools,
): { readonly table: ToolTable; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const own = new Map<string, Tool>();
  for (const file of toolFiles(folder)) {
    const loaded = loadOwn(file);
    if (loaded.kind === 'bad') diagnostics.push(...loaded.diagnostics);
    else if (trust === 'project' && !grantsNothing(loaded.tool)) diagnostics.push(grantNotice(file, loaded.tool));
    else for (const name of [loaded.tool.program, ...loaded.tool.aliases]) own.set(name, loaded.tool);
  }
  const get = (program: string): Tool | undefined => {
    const found = own.get(program);
    if (found === undefined) return base.get(program);
    return trust === 'home' ? found : restrictedBy(base.get(program), found);
  };
  return { table: { ...base, get }, diagnostics };
}

function grantNotice(file: string, tool: Tool): Diagnostic {
  return diagnose('tool/project-grant', `${file}: the file would allow uses of \`${tool.program}\``);
}

function loadOwn(file: string): LoadedTool {
  const text = readIfThere(file);
  if (text === undefined || text.length > maxBytes) {
    return { kind: 'bad', diagnostics: [diagnose('tool/table', `${file}: cannot be read, or is too large`)] };
  }
  return loadTool(text, file);
}

/** One tool file: form, then examples. Every message starts with file and line. */
export function loadTool(text: string, file: string): LoadedTool {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [broken] = [...document.errors, ...document.warnings];
  if (broken !== undefined) {
    const line = lines.linePos(broken.pos[0]).line;
    return {
      kind: 'bad',
      diagnostics: [diagnose('tool/table', `${file}:${line}: ${broken.message.split('\n')[0] ?? ''}`)],
    };
  }
  const located = (code: 'tool/table' | 'tool/example', problem: Problem): Diagnostic =>
    diagnose(code, `${file}:${lineOf(document, lines, problem.path)}: ${problem.message}`);
  const data = plainData(document);
  if (data === undefined)
    return { kind: 'bad', diagnostics: [diagnose('tool/table', `${file}:1: aliases are not allowed`)] };
  const parsed = parseTool(data);
  if (parsed.kind === 'bad')
    return { kind: 'bad', diagnostics: parsed.problems.map((one) => located('tool/table', one)) };
  const unmet = checkExamples(parsed.tool);
  if (unmet.length > 0) return { kind: 'bad', diagnostics: unmet.map((one) => located('tool/example', one)) };
  return { kind: 'tool', tool: parsed.tool };
}

function plainData(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  } catch {
    return undefined;
  }
}

/** The line of the deepest node on the path that exists. */
function lineOf(document: Document.Parsed, lines: LineCounter, path: Problem['path']): number {
  for (let depth = path.length; depth > 0; depth--) {
    const start = startOf(document, path.slice(0, depth));
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

function startOf(document: Document.Parsed, path: Problem['path']): number | undefined {
  const parent = path.length === 1 ? document.contents : (document.getIn(path.slice(0, -1), true) as Node | undefined);
  if (isMap(parent)) {
    const key = parent.items.find((item) => isScalar(item.key) && item.key.value === path.at(-1))?.key;
    if (isScalar(key)) return key.range?.[0];
  }
  const node = document.getIn(path, true) as Node | undefined;
  return node?.range?.[0];
}

function toolFiles(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && !indexes.has(basename(name, '.yaml')));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
