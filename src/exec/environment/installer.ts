import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { places } from '../providers/program/places.ts';
import type { Interpreter } from '../runtime/interpreters.ts';
import type { MachineProgram } from '../runtime/machine.ts';
import type { Mount } from '../sandbox/sandbox.ts';
import type { EnvironmentRequest } from './environment-key.ts';
import type { InstalledPackage } from './environments.ts';

/** One command of an installation, inside. */
export interface InstallStep {
  readonly program: string;
  readonly args: readonly string[];
  readonly mounts: readonly Mount[];
}

/** Where packages come from, and how to get there from inside. */
export interface InstallSource {
  readonly index: string;
  readonly proxy: string;
  readonly authority: string;
}

const environment = places.environment;

/**
 * A virtual environment, and wheels into it: a source package would run code of its own to be built. Nothing is configured
 * but by these words.
 */
export function pythonSteps(
  { packages }: EnvironmentRequest,
  { path }: Interpreter,
  { index, proxy, authority }: InstallSource,
): readonly InstallStep[] {
  const words = ['--isolated', '--no-input', '--disable-pip-version-check', '--no-cache-dir', '--only-binary', ':all:'];
  const list = `${places.own}/requirements.txt`;
  const from = ['--index-url', index, '--proxy', proxy, '--cert', authority];
  return [
    { program: path, args: ['-I', '-m', 'venv', '--without-pip', '--symlinks', environment], mounts: [] },
    {
      program: path,
      args: ['-I', '-m', 'pip', '--python', `${environment}/bin/python3`, 'install', ...words, ...from, '-r', list],
      // Only in a file can a package have hashes; then pip takes nothing without one.
      mounts: [{ kind: 'file', bytes: Buffer.from(packages.map((one) => `${one}\n`).join('')), at: list }],
    },
  ];
}

/** No scripts of packages run, and nobody is told of what is installed. */
export function npmSteps(
  { packages }: EnvironmentRequest,
  { path }: Interpreter,
  npm: MachineProgram,
  { index, proxy, authority }: InstallSource,
): readonly InstallStep[] {
  const words = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--no-progress'];
  const from = ['--registry', index, '--proxy', proxy, '--https-proxy', proxy, '--cafile', authority];
  const own = ['--userconfig', '/tmp/no-user', '--globalconfig', '/tmp/no-global', '--cache', '/tmp/npm'];
  return [
    {
      program: path,
      args: [npm.real, 'install', '--prefix', environment, ...words, ...from, ...own, '--', ...packages],
      mounts: [],
    },
  ];
}

/** npm takes a folder for a project only when it has this file. */
export function prepare({ ecosystem }: EnvironmentRequest, folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (ecosystem === 'npm') writeFileSync(join(folder, 'package.json'), '{"name":"environment","private":true}\n');
}

/** What is there now, as the files themselves say. */
export function installedIn({ ecosystem }: EnvironmentRequest, folder: string): readonly InstalledPackage[] {
  const found = ecosystem === 'pypi' ? distributions(folder) : modules(join(folder, 'node_modules'));
  return [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function distributions(folder: string): readonly InstalledPackage[] {
  return namesIn(join(folder, 'lib')).flatMap((version) =>
    namesIn(join(folder, 'lib', version, 'site-packages')).flatMap((entry) => {
      const [, name, number] = /^(.+)-([^-]+)\.dist-info$/.exec(entry) ?? [];
      return name === undefined || number === undefined ? [] : [{ name, version: number }];
    }),
  );
}

function modules(folder: string): readonly InstalledPackage[] {
  return namesIn(folder).flatMap((name) => {
    if (name.startsWith('.')) return [];
    if (name.startsWith('@'))
      return modules(join(folder, name)).map((one) => ({ ...one, name: `${name}/${one.name}` }));
    const version = versionIn(join(folder, name, 'package.json'));
    return version === undefined ? [] : [{ name, version }];
  });
}

function versionIn(file: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
