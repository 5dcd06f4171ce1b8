import {
  candidates,
  chooseInterpreter,
  type FoundInterpreter,
  type Interpreter,
  type InterpreterPlaces,
  mountsOf,
} from './interpreters.ts';
import { type FactsMemory, programDigest, programVersion } from './program-facts.ts';
import { executable, findProgram, type ProgramPath, programFolders } from './program-path.ts';
import type { Language, RuntimeRequest } from './runtime-request.ts';

/** A program of this machine, by content. */
export interface MachineProgram extends ProgramPath {
  readonly digest: string;
  readonly mounts: readonly string[];
}

export type FoundProgram =
  | { readonly kind: 'found'; readonly program: MachineProgram }
  | { readonly kind: 'missing'; readonly code: string; readonly message: string; readonly remedy: string };

/** The programs of the host that sandboxes may start. */
export interface Machine {
  readonly interpreter: (request: RuntimeRequest) => Promise<FoundInterpreter>;
  readonly program: (name: string) => Promise<FoundProgram>;
}

export interface MachineOptions extends InterpreterPlaces {
  /** Programs elsewhere, by name, as the configuration of the home gives them. */
  readonly programs: ReadonlyMap<string, string>;
  readonly memory: FactsMemory;
  /** Runs a program with `--version` and gives what it printed. */
  readonly askVersion: (program: ProgramPath, mounts: readonly string[]) => Promise<string | undefined>;
}

export function openMachine(options: MachineOptions): Machine {
  return {
    interpreter: async (request) => {
      const found: Interpreter[] = [];
      for (const one of candidates(request.language, options)) {
        const interpreter = await asInterpreter(request.language, one, options);
        if (interpreter !== undefined) found.push(interpreter);
      }
      return chooseInterpreter(request, found);
    },
    program: (name) => machineProgram(name, options),
  };
}

/** One that does not tell its version is none. */
async function asInterpreter(
  language: Language,
  found: ProgramPath,
  { memory, askVersion }: MachineOptions,
): Promise<Interpreter | undefined> {
  const mounts = mountsOf(language, found);
  const version = await programVersion(found.real, memory, () => askVersion(found, mounts));
  if (version === undefined) return undefined;
  return { ...found, language, version, digest: await programDigest(found.real, memory), mounts };
}

async function machineProgram(name: string, { programs, memory, folders }: MachineOptions): Promise<FoundProgram> {
  const configured = programs.get(name);
  const found = configured === undefined ? findProgram(name, folders) : executable(configured);
  if (found === undefined) return missingProgram(name, configured);
  const mounts = /^\/(?:usr|bin|lib)\//.test(found.real) ? [] : [...new Set([found.real, found.path])];
  return { kind: 'found', program: { ...found, digest: await programDigest(found.real, memory), mounts } };
}

function missingProgram(name: string, configured: string | undefined): FoundProgram {
  const where = configured === undefined ? `not in ${programFolders.join(', ')}` : `not at \`${configured}\``;
  return {
    kind: 'missing',
    code: 'program/missing',
    message: `the program \`${name}\` is ${where}`,
    remedy: `install \`${name}\`, or name its place under \`programs\` in config.yaml`,
  };
}
