import type { Analysis, ScriptRequest } from '../../src/analyse/analysis.ts';
import { analyse } from '../../src/analyse/index.ts';
import type { ScriptSource, ScriptText } from '../../src/analyse/source.ts';
import { literalText, type Text } from '../../src/ir/text.ts';

export interface Started {
  readonly words?: readonly (string | Text)[];
  /** Other files of the bundle. */
  readonly files?: Readonly<Record<string, string>>;
  readonly path?: string;
}

export function python(text: string, started: Started = {}): Analysis {
  return analysed('python', text, { path: 'scripts/main.py', ...started });
}

export function javascript(text: string, started: Started = {}): Analysis {
  return analysed('javascript', text, { path: 'scripts/main.mjs', ...started });
}

function analysed(
  language: ScriptSource['language'],
  text: string,
  { words = [], files = {}, path = '' }: Started,
): Analysis {
  const roots = [path.split('/').slice(0, -1).join('/')];
  const source: ScriptSource = {
    language,
    text,
    path,
    span: { source: path, start: 0, end: text.length },
    words: words.map((word) => (typeof word === 'string' ? literalText(word) : word)),
    env: new Map(),
  };
  return analyse({
    source,
    known: new Map(),
    readFile: (name) => files[name],
    hasFile: (name) => Object.hasOwn(files, name),
    hasFolder: (name) => Object.keys(files).some((one) => one.startsWith(`${name}/`)),
    searchRoots: () => roots,
    addSearchRoot: (name) => {
      roots.push(name.replace(/^\/+/, ''));
    },
  });
}

/** `https://a.example/{env KEY}`: what is not literal in braces. */
export function shown(text: ScriptText): string {
  return text.map(shownPiece).join('');
}

function shownPiece(piece: ScriptText[number]): string {
  switch (piece.kind) {
    case 'literal':
      return piece.value;
    case 'env':
      return `{env ${piece.name}${piece.fallback === undefined ? '' : ` or ${piece.fallback}`}}`;
    case 'word':
      return `{word ${piece.hole.name}}`;
    case 'open':
      return piece.segment === true ? '{one segment}' : '{open}';
    case 'base64':
      return `{base64 ${shown(piece.pieces)}}`;
    case 'root':
      return `{${piece.of}}`;
  }
}

export function requestLine({ method, url, fields }: ScriptRequest): string {
  return [`${method} ${shown(url)}`, ...fields.map(({ slot, text }) => `${slot} ${shown(text)}`)].join('; ');
}

/** What was found, one line each. */
export function lines(analysis: Analysis): readonly string[] {
  return [
    ...analysis.requests.map(requestLine),
    ...analysis.files.map(({ kind, path }) => `${kind} ${shown(path)}`),
    ...analysis.programs.map((one) =>
      one.kind === 'words'
        ? `run ${one.words.map(shown).join(' ')}${one.open ? ' …' : ''}`
        : `shell ${shown(one.text)}`,
    ),
    ...analysis.variables.map(({ name, required }) => `variable ${name}${required ? '!' : ''}`),
    ...analysis.packages.map(({ name }) => `package ${name}`),
    ...analysis.undecided.map(({ what, message }) => `${what}: ${message}`),
  ];
}
