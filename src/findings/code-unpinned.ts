import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import type { Expr } from '../ir/expr.ts';
import { distinctFindings, type FindingRule, type Place, placesOf } from './finding.ts';

/** Code that is fetched to be run, and may be other code tomorrow: packages, images and clones without an exact version. */
export const codeUnpinned: FindingRule = ({ plans, setup }) => {
  const places = plans.flatMap(placesOf);
  const loose = places.flatMap((place) => {
    const fetched = fetchedCode(place);
    return fetched === undefined ? [] : [unpinned(`\`${fetched}\` is run in whatever version is newest`, place)];
  });
  const all = [...setup.flatMap(placesOf), ...places];
  const sources = all.flatMap((place) => {
    const source = gitSource(place);
    return source === undefined ? [] : [unpinned(`\`${source}\` is installed as it is on that day`, place)];
  });
  const clones = all.flatMap(cloneOf);
  const run = places.flatMap((place) => {
    const clone = clones.find(({ folder }) => startsUnder(place, folder));
    return clone === undefined ? [] : [unpinned(`code from ${clone.url} is run as it is on that day`, place)];
  });
  return distinctFindings([...loose, ...sources, ...run]);
};

function unpinned(message: string, { span }: Place): Diagnostic {
  return diagnose('effect/code-unpinned', message, span);
}

interface Command {
  readonly program: string;
  /** That hold a program which nobody has described. */
  readonly packages: readonly string[];
  readonly words: readonly string[];
}

/** The literal words of a program that runs in a sandbox; what is not literal ends them. */
function commandOf({ call }: Place): Command | undefined {
  if (call.capability !== 'sandbox.tool' || call.args.kind !== 'object') return undefined;
  const value = (name: string) =>
    (call.args.kind === 'object' ? call.args.members : []).find(({ key }) => key === name)?.value;
  const program = value('program');
  const args = value('args');
  if (program?.kind !== 'literal') return undefined;
  const known = value('known');
  const isKnown = known?.kind !== 'literal' || known.value !== false;
  return {
    program: String(program.value),
    packages: isKnown ? [] : wordsOf(value('packages')),
    words: wordsOf(args),
  };
}

function wordsOf(list: Expr | undefined): readonly string[] {
  return list?.kind === 'list' ? list.items.map((item) => (item.kind === 'literal' ? String(item.value) : '${}')) : [];
}

const exact =
  /@v?\d+\.\d+(?:\.\d+)?[\w.+-]*$|==\d[\w.]*$|@sha256:[0-9a-f]{64}$|@[0-9a-f]{40}$|:v?\d+(?:\.\d+)+[\w.-]*$/;

function fetchedCode(place: Place): string | undefined {
  const command = commandOf(place);
  const source = command === undefined ? undefined : fetchedBy(command);
  return source === undefined || exact.test(source) || source.includes('${') ? undefined : source;
}

/** `docker run` options whose value is a word of its own. */
const imageValues = new Set(
  '-v -e -p -w -u -l -m -h --name --volume --env --publish --workdir --user --label --memory --hostname --network --entrypoint --mount --env-file --platform --gpus --cpus --add-host --restart --volumes-from --shm-size --device --ulimit --tmpfs'.split(
    ' ',
  ),
);

function fetchedBy({ program, packages, words }: Command): string | undefined {
  if (packages.length > 0) return packages.find((one) => !exact.test(one));
  const [first = '', ...rest] = words;
  switch (program) {
    case 'npx':
    case 'bunx':
    case 'uvx':
      return words.find((word) => !word.startsWith('-'));
    case 'pipx':
      return first === 'run' ? rest.find((word) => !word.startsWith('-')) : undefined;
    case 'pnpm':
    case 'yarn':
      return first === 'dlx' ? rest.find((word) => !word.startsWith('-')) : undefined;
    case 'go':
      return first === 'run' ? rest.find((word) => /^[\w.-]+\.[a-z]+\//.test(word)) : undefined;
    case 'docker':
    case 'podman':
      return first === 'run'
        ? rest.find((word, at) => !word.startsWith('-') && !imageValues.has(rest[at - 1] ?? ''))
        : undefined;
    default:
      return undefined;
  }
}

const installers: ReadonlySet<string> = new Set([
  'pip',
  'pip3',
  'pipx',
  'uv',
  'uvx',
  'npm',
  'npx',
  'pnpm',
  'yarn',
  'bun',
]);

/** A package that comes straight from a repository, at no commit and no version. */
function gitSource(place: Place): string | undefined {
  const command = commandOf(place);
  if (command === undefined || !installers.has(command.program)) return undefined;
  const source = command.words.find((word) =>
    /^(?:[\w.-]+\s?@\s?)?(?:git\+[a-z]+:\/\/|git:\/\/|github:|gitlab:|bitbucket:)/.test(word),
  );
  const [address = '', egg = ''] = source?.split('#', 2) ?? [];
  return source === undefined || exact.test(address) || /^[0-9a-f]{40}$|^v?\d+\.\d+|^semver:/.test(egg)
    ? undefined
    : source;
}

interface Clone {
  readonly url: string;
  readonly folder: string;
}

function cloneOf(place: Place): readonly Clone[] {
  const command = commandOf(place);
  if (command?.program !== 'git' || command.words[0] !== 'clone') return [];
  const at = command.words.findIndex((word) => /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/.test(word));
  const url = command.words[at];
  if (url === undefined) return [];
  const last = (text: string) => text.split(/[/:]/).findLast((name) => name !== '') ?? '';
  const folder = command.words[at + 1] ?? last(url).replace(/\.git$/, '');
  return [
    {
      url,
      folder: folder
        .split('/')
        .filter((name) => name !== '' && name !== '.')
        .join('/'),
    },
  ];
}

function startsUnder({ effects }: Place, folder: string): boolean {
  return (
    folder !== '' && effects.some((effect) => effect.kind === 'process' && effect.program.startsWith(`${folder}/`))
  );
}
