import type { Analysis } from '../../analyse/analysis.ts';
import type { ScriptDependency } from '../../analyse/dependencies.ts';
import type { ScriptSource } from '../../analyse/source.ts';
import type { Dependency } from '../../ir/plan.ts';
import type { ScriptContext } from './context.ts';
import { loadAnalyse } from './load-analyse.ts';
import { fileText } from './script-source.ts';

const listed: Readonly<Record<ScriptSource['language'], readonly string[]>> = {
  python: ['requirements.txt', 'pyproject.toml'],
  javascript: ['package.json'],
};

/** What must be installed: what the script itself lists, what it imports, and the versions that a file beside it names. */
export function dependenciesOf(
  source: ScriptSource,
  { packages }: Analysis,
  context: ScriptContext,
): readonly Dependency[] {
  const ecosystem = source.language === 'python' ? 'pypi' : 'npm';
  const own = loadAnalyse()
    .scriptMetadata(source)
    .dependencies.map((one) => place(one, source.path ?? '', ecosystem, context));
  const beside =
    source.path === undefined ? [] : filesBeside(source).flatMap((path) => fromFile(path, ecosystem, context));
  const imported = packages.map(
    ({ name, at }): Dependency => ({ ecosystem, name, version: '', span: context.place(at) }),
  );
  const all = new Map<string, Dependency>();
  for (const one of own) all.set(plain(one.name), one);
  for (const one of imported) {
    const known = beside.find(({ name }) => plain(name) === plain(one.name));
    if (!all.has(plain(one.name))) all.set(plain(one.name), known ?? one);
  }
  return [...all.values()];
}

/** In the script's folder first, then in those above it. */
function filesBeside({ path = '', language }: ScriptSource): readonly string[] {
  const folders = path.split('/').slice(0, -1);
  const above = Array.from({ length: folders.length + 1 }, (_, up) => folders.slice(0, folders.length - up).join('/'));
  return above.flatMap((folder) => listed[language].map((name) => (folder === '' ? name : `${folder}/${name}`)));
}

function fromFile(path: string, ecosystem: string, context: ScriptContext): readonly Dependency[] {
  const text = fileText(path, context.bundle);
  return text === undefined
    ? []
    : loadAnalyse()
        .parseDependencies(path, text)
        .map((one) => place(one, path, ecosystem, context));
}

function place(
  { name, version, start, end }: ScriptDependency,
  file: string,
  ecosystem: string,
  context: ScriptContext,
): Dependency {
  return { ecosystem, name, version, span: context.place({ file, start, end }) };
}

/** `Foo_Bar` and `foo-bar` are one package. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\[.*$/, '')
    .replace(/[-_.]+/g, '-');
}

/** `python:3.11` of a shebang or of the script's own metadata. */
export function runtimeOf(source: ScriptSource): string | undefined {
  return loadAnalyse().scriptMetadata(source).runtime;
}
