import { environmentRequest } from '../../environment/environment-key.ts';
import type { Environments, FoundEnvironment } from '../../environment/environments.ts';
import { type Ecosystem, type Requirement, readRequirement, type Wanted } from '../../environment/requirement.ts';
import type { Interpreter } from '../../runtime/interpreters.ts';
import { systemPackages } from '../../runtime/system-packages.ts';
import type { Mount } from '../../sandbox/sandbox.ts';
import type { BoundProgram } from './bound-program.ts';
import { type CommandRefusal, commandRefusal } from './command.ts';
import { places } from './places.ts';

/** Installed packages as a run sees them. */
export interface RunEnvironment {
  readonly kind: 'environment';
  readonly mounts: readonly Mount[];
  /** Folders with programs of the packages. */
  readonly path: readonly string[];
  /** What an approval is bound to, and what is on record. */
  readonly programs: readonly BoundProgram[];
}

export const noEnvironment: RunEnvironment = { kind: 'environment', mounts: [], path: [], programs: [] };

/** Requirements of one ecosystem, or why one of them is none. */
export function requirementsOf(
  ecosystem: Ecosystem,
  wanted: readonly Wanted[],
): readonly Requirement[] | CommandRefusal {
  const out: Requirement[] = [];
  for (const one of wanted) {
    if (one.ecosystem !== ecosystem) continue;
    const read = readRequirement(one);
    if (read.kind === 'refused') return read;
    out.push(read.requirement);
  }
  return out;
}

/** The environment of a run, or what must be done first. */
export function environmentOf(
  environments: Environments,
  ecosystem: Ecosystem,
  interpreter: Interpreter,
  wanted: readonly Wanted[],
): RunEnvironment | CommandRefusal {
  const requirements = requirementsOf(ecosystem, wanted);
  if ('kind' in requirements) return requirements;
  if (requirements.length === 0) return noEnvironment;
  if (interpreter.image !== undefined) return ofImage(interpreter.image, requirements);
  if (isProvided(ecosystem, interpreter, requirements)) return noEnvironment;
  const request = environmentRequest(ecosystem, interpreter, requirements);
  return mounted(ecosystem, environments.find(request), request.packages);
}

/** An image brings its packages along; whether it has what is imported shows when it runs. */
function ofImage(image: string, requirements: readonly Requirement[]): RunEnvironment | CommandRefusal {
  const asked = requirements.filter(({ name, text }) => name !== text).map(({ text }) => `\`${text}\``);
  if (asked.length === 0) return noEnvironment;
  return commandRefusal(
    'environment/image',
    `${asked.join(', ')} cannot be installed for the image \`${image}\``,
    'name an image that has them',
  );
}

/** A script that only imports a module runs with the one that the system has. A version that is asked for is installed. */
function isProvided(ecosystem: Ecosystem, interpreter: Interpreter, requirements: readonly Requirement[]): boolean {
  if (ecosystem !== 'pypi' || requirements.some(({ name, text }) => name !== text)) return false;
  const provided = systemPackages(interpreter);
  return requirements.every(({ name }) => provided.has(name));
}

function mounted(
  ecosystem: Ecosystem,
  found: FoundEnvironment,
  packages: readonly string[],
): RunEnvironment | CommandRefusal {
  const names = packages.map((one) => `\`${one}\``).join(', ');
  switch (found.kind) {
    case 'missing':
      return commandRefusal('environment/missing', `${names} must be installed first`, 'skillc install SKILL');
    case 'changed':
      return commandRefusal(
        'environment/changed',
        `what was installed for ${names} is not what it was`,
        'skillc install SKILL',
      );
    case 'found': {
      const python = ecosystem === 'pypi';
      const host = python ? found.folder : `${found.folder}/node_modules`;
      const at = python ? places.environment : '/node_modules';
      return {
        kind: 'environment',
        mounts: [{ kind: 'path', host, at, access: 'read' }],
        path: [python ? `${places.environment}/bin` : '/node_modules/.bin'],
        programs: [{ name: `${ecosystem} packages`, path: 'installed packages', digest: found.record.digest }],
      };
    }
  }
}
