import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';

/** A file or directory of the host, at the same path inside. */
export interface JailMount {
  /** Its real path. */
  readonly host: string;
  readonly at: string;
  readonly access: 'read' | 'write';
  /** What it is there for: `workspace`, `configuration`, `node`. */
  readonly why: 'workspace' | 'configuration' | 'node';
}

export interface JailFlaw {
  readonly kind: 'flaw';
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

/** What is there without being mounted, and what is the jail's own. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const taken = ['/proc', '/sys', '/dev', '/etc', '/run/skillc'];

export function isSystemPath(path: string): boolean {
  return system.some((root) => isWithin(path, root));
}

export function isWithin(path: string, directory: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`);
}

export interface HostPaths {
  readonly home: string;
  /** `$SKILLC_HOME` and its anchors, by their real paths. */
  readonly hidden: readonly string[];
}

/** The project an agent works on. A home directory is none: what is in it is not the agent's to read. */
export function workspaceMount(given: string, paths: HostPaths): JailMount | JailFlaw {
  const real = realPath(resolve(given));
  if (real === undefined || !statSync(real).isDirectory())
    return flaw('jail/workspace', `\`${given}\` is not a directory`, 'give one with --workspace');
  const holdsHome = isWithin(realPath(paths.home) ?? paths.home, real);
  if (holdsHome || isSystemPath(real) || taken.some((root) => isWithin(real, root)))
    return flaw(
      'jail/workspace',
      `\`${real}\` is no workspace: it holds more than one project`,
      'start in a project, or give one with --workspace',
    );
  return hiddenFlaw(real, paths) ?? { host: real, at: real, access: 'write', why: 'workspace' };
}

/** One of `jail.mounts`. Undefined for what everyone sees anyway. */
export function configuredMount(
  given: { readonly path: string; readonly access?: 'read' | 'write' },
  paths: HostPaths,
): JailMount | JailFlaw | undefined {
  const written = given.path.startsWith('~/') ? join(paths.home, given.path.slice(2)) : given.path;
  const at = normalize(written).replace(/(?<=.)\/$/, '');
  if (!isAbsolute(at) || at === '/') return flaw('jail/mount', `\`${given.path}\` is not an absolute path`);
  if (isSystemPath(at)) return undefined;
  if (taken.some((root) => isWithin(at, root)))
    return flaw('jail/mount', `\`${given.path}\` belongs to the jail itself`);
  const host = realPath(at);
  if (host === undefined) return flaw('jail/mount', `\`${given.path}\` does not exist`, 'take it out of `jail.mounts`');
  if (isWithin(realPath(paths.home) ?? paths.home, host))
    return flaw('jail/mount', `\`${given.path}\` holds your whole home`, 'name what the agent needs of it');
  return hiddenFlaw(host, paths) ?? { host, at, access: given.access ?? 'read', why: 'configuration' };
}

/** Programs and packages of a Node installation, and nothing else of the prefix they are in. */
export function nodeMounts(node: string, paths: HostPaths): readonly JailMount[] {
  const prefix = dirname(dirname(realPath(node) ?? node));
  if (isSystemPath(prefix) || prefix === '/') return [];
  return [join(prefix, 'bin'), join(prefix, 'lib', 'node_modules')].flatMap((path) => {
    const host = existsSync(path) ? realPath(path) : undefined;
    if (host === undefined || hiddenFlaw(host, paths) !== undefined) return [];
    return [{ host, at: path, access: 'read', why: 'node' } as const];
  });
}

/** `$SKILLC_HOME` holds secrets, the log and every approval: neither it nor what holds it is shown. */
function hiddenFlaw(real: string, { hidden }: HostPaths): JailFlaw | undefined {
  const found = hidden.find((path) => isWithin(real, path) || isWithin(path, real));
  return found === undefined
    ? undefined
    : flaw('jail/mount', `\`${real}\` would show \`${found}\`, the home of skillc`, 'no jail shows that');
}

export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Of the user who runs skillc; the machine's word where the variable is not set. */
export function homeDirectory(environment: { readonly [name: string]: string | undefined }): string {
  const { HOME } = environment;
  return HOME !== undefined && isAbsolute(HOME) ? normalize(HOME).replace(/(?<=.)\/$/, '') : homedir();
}

function flaw(code: string, message: string, remedy?: string): JailFlaw {
  return { kind: 'flaw', code, message, ...(remedy === undefined ? {} : { remedy }) };
}
