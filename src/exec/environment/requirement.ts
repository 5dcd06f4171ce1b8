export type Ecosystem = 'pypi' | 'npm';

/** Something to install, as the plan lists it. */
export interface Wanted {
  readonly ecosystem: string;
  readonly name: string;
  /** As written behind the name: `>=2.31`, `==2.31.0`, `^1.6.0`; empty where nothing is said. */
  readonly version: string;
}

export interface Requirement {
  readonly ecosystem: Ecosystem;
  /** As an installer takes it: `requests==2.31.0`, `left-pad@1.3.0`. */
  readonly text: string;
  readonly name: string;
  /** `sha256:…` of files that it may be; any where there are none. */
  readonly hashes: readonly string[];
  /** Whether it is one version and no other. */
  readonly pinned: boolean;
}

export type ReadRequirement =
  | { readonly kind: 'requirement'; readonly requirement: Requirement }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy: string };

const pythonName = /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?(?:\[[A-Za-z0-9,._ -]*\])?$/;
const pythonVersion = /^(?:(?:===|==|~=|!=|<=|>=|<|>)[\w.*+!-]+(?:,|$))+$/;
const npmName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;
const npmVersion = /^[\w.^~<>=|*+ -]+$/;

/** A name and versions only: an address, a path or an option would be fetched from where nobody looked. */
export function readRequirement({ ecosystem, name, version }: Wanted): ReadRequirement {
  const clean = version.trim();
  if (ecosystem === 'pypi') return hashed(name, clean);
  if (ecosystem === 'npm') return npmRequirement(name, clean);
  return {
    kind: 'refused',
    code: 'package/system',
    message: `\`${name}\` is a package of \`${ecosystem}\`, which skillc does not install`,
    remedy: `install \`${name}\` on this machine`,
  };
}

/** `==2.31.0 --hash=sha256:… --hash=sha256:…` */
function hashed(name: string, written: string): ReadRequirement {
  const [version = '', ...options] = written.split(/(?<!\s)\s+(?=--)/);
  const hashes = options.map((option) => /^--hash[= ](sha256:[0-9a-f]{64})\s*$/.exec(option)?.[1]);
  if (hashes.includes(undefined)) return odd(`${name}${written}`);
  const read = pythonRequirement(name, version.replace(/\s+/g, ''));
  if (read.kind === 'refused' || hashes.length === 0) return read;
  const known = hashes.filter((hash) => hash !== undefined).sort();
  const { requirement: plain } = read;
  const text = `${plain.text}${known.map((hash) => ` --hash=${hash}`).join('')}`;
  return { kind: 'requirement', requirement: { ...plain, text, hashes: known } };
}

function pythonRequirement(name: string, written: string): ReadRequirement {
  const version = /^\d/.test(written) ? `==${written}` : written;
  if (!pythonName.test(name) || (version !== '' && !pythonVersion.test(version))) return odd(`${name}${written}`);
  const pinned = /^={2,3}[^*,]+$/.test(version);
  return requirement('pypi', name.toLowerCase().replace(/[-_.]+(?![^[]*\])/g, '-'), version, pinned);
}

function npmRequirement(name: string, written: string): ReadRequirement {
  const version = written === '*' ? '' : written;
  if (!npmName.test(name) || (version !== '' && !npmVersion.test(version))) return odd(`${name}@${written}`);
  const pinned = /^=?v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version);
  return requirement('npm', name, version === '' ? '' : `@${version}`, pinned);
}

function requirement(ecosystem: Ecosystem, name: string, version: string, pinned: boolean): ReadRequirement {
  return { kind: 'requirement', requirement: { ecosystem, text: `${name}${version}`, name, hashes: [], pinned } };
}

function odd(text: string): ReadRequirement {
  return {
    kind: 'refused',
    code: 'package/unreadable',
    message: `\`${text}\` is no name and version of a package`,
    remedy: 'name it as the index does, without addresses and options',
  };
}
