import type { Sandbox } from '../sandbox/sandbox.ts';
import { chooseInterpreter, type FoundInterpreter, type Interpreter } from './interpreters.ts';
import type { FoundProgram, Machine } from './machine.ts';
import { programFolders } from './program-path.ts';
import type { Language, RuntimeRequest } from './runtime-request.ts';

/** `container:ubuntu:22.04` names an image: what is asked for first counts, whatever interpreter is named beside it. */
export function imageRuntime(...asked: readonly (string | undefined)[]): string | undefined {
  return asked.find((one) => one?.startsWith('container:'));
}

/** Fixed text. Of the files that the patterns name it prints path, real path, digest and version, a line each. */
const look = `
ask=$1; shift
for folder in ${programFolders.join(' ')}; do
  for pattern; do
    for file in "$folder"/$pattern; do
      [ -f "$file" ] && [ -x "$file" ] || continue
      real=$(readlink -f "$file") || continue
      digest=$(sha256sum "$real") || continue
      version=; [ "$ask" = no ] || version=$("$file" --version 2>/dev/null)
      printf '%s\\t%s\\tsha256:%s\\t%s\\n' "$file" "$real" "\${digest%% *}" "\${version##* }"
    done
  done
done
`;

const patterns: { readonly [L in Language]: readonly string[] } = {
  python: ['python3', 'python3.?', 'python3.??'],
  node: ['node', 'nodejs'],
};

/** The programs of an image, found by looking inside, in the sandbox that will run them. */
export function imageMachine(sandbox: Sandbox, runtime: string): Machine {
  const image = runtime.slice('container:'.length);
  return {
    interpreter: async (request) => {
      const found = await inside(sandbox, 'version', patterns[request.language]);
      const all = found.flatMap((one) => asInterpreter(one, request.language, image));
      return inImage(chooseInterpreter(request, all), request, image);
    },
    program: async (name) => {
      const plain = programFolders.map((folder) => `${folder}/`).find((start) => name.startsWith(start)) ?? '';
      const word = name.slice(plain.length);
      // A pattern of the shell would find other programs.
      const found = /^[A-Za-z0-9_][\w.+-]*$/.test(word) ? await inside(sandbox, 'no', [word]) : [];
      const one = plain === '' ? found[0] : found.find(({ path }) => path === name);
      return one === undefined ? missingProgram(name, image) : { kind: 'found', program: { ...one, mounts: [] } };
    },
  };
}

interface Inside {
  readonly path: string;
  readonly real: string;
  readonly digest: string;
  readonly version: string;
}

async function inside(sandbox: Sandbox, ask: 'version' | 'no', names: readonly string[]): Promise<readonly Inside[]> {
  const result = await sandbox.run({
    program: '/bin/sh',
    args: ['-c', look, 'look', ask, ...names],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    cwd: '/',
    stdin: new Uint8Array(),
    mounts: [],
    limits: {
      wall_clock_ms: 20_000,
      cpu_seconds: 10,
      memory_mb: 256,
      processes: 32,
      output_bytes: 64 * 1024,
      file_bytes: 1,
    },
    signal: new AbortController().signal,
  });
  if (result.kind === 'refused' || result.exitCode !== 0) return [];
  return Buffer.from(result.stdout)
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [path = '', real = '', digest = '', version = ''] = line.split('\t');
      return /^sha256:[0-9a-f]{64}$/.test(digest) ? [{ path, real, digest, version }] : [];
    });
}

function asInterpreter({ version, ...one }: Inside, language: Language, image: string): readonly Interpreter[] {
  const [number] = /\d{1,5}\.\d{1,5}(?:\.\d{1,5})?/.exec(version) ?? [];
  return number === undefined ? [] : [{ ...one, language, version: number, mounts: [], image }];
}

function inImage(found: FoundInterpreter, { language, version }: RuntimeRequest, image: string): FoundInterpreter {
  if (found.kind === 'found') return found;
  const wanted = version === undefined ? language : `${language} ${version}`;
  return {
    kind: 'missing',
    code: 'runtime/missing',
    message: `there is no ${wanted} in the image \`${image}\``,
    remedy: 'name an image that has it',
  };
}

function missingProgram(name: string, image: string): FoundProgram {
  return {
    kind: 'missing',
    code: 'program/missing',
    message: `the program \`${name}\` is not in ${programFolders.join(', ')} of the image \`${image}\``,
    remedy: 'name an image that has it',
  };
}
