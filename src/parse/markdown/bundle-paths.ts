import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import { asString, type DataNode, get, type MapNode } from '../data/index.ts';
import { joinSources, type SourceText, sliceSource } from './source-text.ts';
import { placesIn } from './working-directory.ts';

/** Stand-ins for the skill's own directory, as other systems spell them. */
const directoryTokens = [
  '{baseDir}',
  '${baseDir}',
  '{{baseDir}}',
  '$baseDir',
  '{skillDir}',
  '{skill_dir}',
  '${SKILL_DIR}',
  '$SKILL_DIR',
  '${skill_dir}',
  '$skill_dir',
  '{skill_path}',
  '$(dirname "$0")',
  '$(dirname $0)',
  '${SKILL_PATH}',
  '$SKILL_PATH',
  '${SKILL_ROOT}',
  '$SKILL_ROOT',
  '<skill_dir>',
  '<skill-dir>',
  '<SKILL_DIR>',
  '<skill>',
  '<skill-path>',
  '<skill_path>',
  '<skill-root>',
  '<path-to-skill>',
  '<path_to_skill>',
  '<PATH_TO_SKILL>',
  '${CLAUDE_SKILL_DIR}',
  '$CLAUDE_SKILL_DIR',
  '${CLAUDE_PLUGIN_ROOT}',
  '$CLAUDE_PLUGIN_ROOT',
] as const;

const installRoots = [
  'openclaw',
  'clawdbot',
  'moltbot',
  'claude',
  'agents',
  'codex',
  'config/opencode',
  'agent-skills',
] as const;

/** `<path-to-weather>`, `<weather-path>`, `<weather-dir>`: the same with the skill's name. */
function namedTokens(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [`<path-to-${name}>`, `<${name}-path>`, `<${name}-dir>`]);
}

/** Prefixes that lead to this skill's directory once it is installed under its own name. */
function installedPrefixes(names: readonly string[]): readonly string[] {
  const homes = installRoots.flatMap((root) => [`~/.${root}/`, `$HOME/.${root}/`, `\${HOME}/.${root}/`, `.${root}/`]);
  const workspaces = [
    '$AGENT_SKILLS_HOME/',
    '${AGENT_SKILLS_HOME}/',
    '~/.openclaw/workspace/',
    '~/clawd/',
    '~/clawdbot/',
    './',
    '',
  ];
  return names.flatMap((name) => [...homes, ...workspaces].map((home) => `${home}skills/${name}`));
}

/**
 * Takes the tokens out, so that a word holds a path inside the bundle: `{baseDir}/scripts/x.py` → `scripts/x.py`.
 * A token alone is the directory itself, `.`; so it is where the path climbs (`{baseDir}/../x` → `./../x`), which the
 * mapper follows and refuses where it leaves the bundle. Behind `cd work` the directory is `..`; behind a `cd` that
 * leads elsewhere the token stays, since no path of the text's own leads back.
 */
export function resolveBundlePaths(source: SourceText, names: readonly string[]): SourceText {
  const tokens = findTokens(source.text, [...directoryTokens, ...namedTokens(names), ...installedPrefixes(names)]);
  if (tokens.length === 0) return source;
  const placeOf = placesIn(withoutTokens(source.text, tokens), (offset) =>
    tokens.some(({ start }) => start === offset),
  );
  const parts: SourceText[] = [];
  let copied = 0;
  for (const { start, end, path, rooted } of tokens) {
    const place = placeOf(start);
    if (place === undefined || (place.length > 0 && !rooted)) continue;
    parts.push(sliceSource(source, copied, start));
    const back = place.map(() => '..').join('/');
    const text = path ? back && `${back}/` : back || '.';
    if (text !== '') parts.push({ text, segments: sliceSource(source, start, start).segments });
    copied = end;
  }
  if (copied === 0) return source;
  parts.push(sliceSource(source, copied, source.text.length));
  return joinSources(parts, '');
}

interface Token {
  readonly start: number;
  readonly end: number;
  /** Whether a path follows. */
  readonly path: boolean;
  /** Means the skill's directory wherever the command runs; `skills/NAME` does only where it started. */
  readonly rooted: boolean;
}

/** The text with a path of the same length for each token, so that a shell can read it. */
function withoutTokens(text: string, tokens: readonly Token[]): string {
  let out = '';
  for (const { start, end } of tokens) out += text.slice(out.length, start) + '.'.padEnd(end - start, '/');
  return out + text.slice(out.length);
}

function findTokens(text: string, tokens: readonly string[]): readonly Token[] {
  const found: Token[] = [];
  for (const token of tokens) {
    for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + token.length)) {
      const place = tokenAt(text, at, token);
      if (place !== undefined) found.push(place);
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter((place, index) => index === 0 || place.start >= (found[index - 1]?.end ?? 0));
}

function tokenAt(text: string, at: number, token: string): Token | undefined {
  const before = text[at - 1] ?? ' ';
  if (!/[\s"'=:@(<>]/.test(before)) return undefined;
  const end = at + token.length;
  const rest = text.slice(end, end + 400);
  const rooted = /^[{$<~]/.test(token);
  if (climbs(rest)) return { start: at, end, path: false, rooted };
  if (rest.startsWith('/')) return { start: at, end: end + 1, path: isPathStart(rest[1]), rooted };
  return /^(?:[\s"');&|]|$)/.test(rest) ? { start: at, end, path: false, rooted } : undefined;
}

function isPathStart(character: string | undefined): boolean {
  return character !== undefined && /[^\s"');&|]/.test(character);
}

function climbs(rest: string): boolean {
  const path = /^[^\s"');&|]*/.exec(rest)?.[0] ?? '';
  return rest.startsWith('/') && path.split('/').includes('..');
}

/** Fields whose values are paths of the bundle. */
const pathFields = ['references', 'include', 'includes', 'files', 'context_files', 'system_prompt_file'] as const;

/** An error for each declared path that leaves the bundle. */
export function outsidePaths(fields: MapNode): readonly Diagnostic[] {
  return [fields, get(fields, 'prompt'), get(fields, 'metadata')].flatMap((place) =>
    pathFields.flatMap((field) => pathsIn(get(place, field)).filter(leavesBundle).map(pathOutside)),
  );
}

function pathsIn(node: DataNode | undefined): readonly DataNode[] {
  if (node === undefined) return [];
  if (node.kind === 'list') return node.items.flatMap((item) => pathsIn(item));
  if (node.kind === 'map') return pathsIn(get(node, 'path', 'file'));
  return [node];
}

function leavesBundle(node: DataNode): boolean {
  const path = asString(node)?.trim() ?? '';
  if (/^https?:\/\//i.test(path)) return false;
  return /^(?:[/\\~]|[A-Za-z]:|[a-z][a-z0-9+.-]*:)/i.test(path) || path.split(/[/\\]/).includes('..');
}

function pathOutside(node: DataNode): Diagnostic {
  const message = `the path \`${asString(node)}\` leaves the bundle`;
  return diagnose('parse/path-outside', message, node.span, 'name a file of the skill, relative to its directory');
}
