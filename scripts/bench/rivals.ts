import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const pinned = fileURLToPath(new URL('rivals/', import.meta.url));
const folder = fileURLToPath(new URL('../../.cache/bench/', import.meta.url));

export interface Rivals {
  /** curlconverter: command line to a JSON description of the request. */
  readonly curlToJson: (command: string) => string;
  /** openapi-mcp-generator: file to tool definitions, references resolved. */
  readonly openapiToTools: (path: string) => Promise<readonly unknown[]>;
}

/** Installs what is compared with at its pinned versions, outside the project's own dependencies. */
export async function loadRivals(): Promise<Rivals> {
  install();
  const curl = (await load('curlconverter/dist/src/index.js')) as { toJsonString: (command: string) => string };
  const openapi = (await load('openapi-mcp-generator/dist/api.js')) as {
    getToolsFromOpenApi: (path: string, options: { dereference: boolean }) => Promise<readonly unknown[]>;
  };
  return {
    curlToJson: curl.toJsonString,
    openapiToTools: (path) => quietly(() => openapi.getToolsFromOpenApi(path, { dereference: true })),
  };
}

/** Its remarks on a document are not what is measured. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { log, warn } = console;
  console.log = console.warn = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { log, warn });
  }
}

function load(path: string): Promise<unknown> {
  return import(pathToFileURL(join(folder, 'node_modules', path)).href);
}

function install(): void {
  if (isInstalled()) return;
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(pinned, name), join(folder, name));
  process.stderr.write('installing what is compared with (npm ci in .cache/bench)\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status === 0) return;
  process.stderr.write('cannot install curlconverter and openapi-mcp-generator, so nothing was compared\n');
  process.exit(1);
}

function isInstalled(): boolean {
  const lock = join(folder, 'package-lock.json');
  return (
    existsSync(join(folder, 'node_modules', '.package-lock.json')) &&
    existsSync(lock) &&
    readFileSync(lock, 'utf8') === readFileSync(join(pinned, 'package-lock.json'), 'utf8')
  );
}
