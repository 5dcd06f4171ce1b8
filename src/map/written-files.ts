import type { Bundle } from '../ir/bundle.ts';
import { sha256 } from '../ir/digest.ts';
import type { Effect } from '../ir/effect.ts';
import type { SuppliedFile } from '../ir/skill.ts';
import { literalOf } from '../ir/text.ts';
import { commandWords, fileRedirects } from './command-words.ts';
import { joinPath } from './join-path.ts';
import type { Site } from './resolve/sites.ts';

/**
 * The bundle together with files whose content the text itself gives: `cat > x.sh <<'EOF'`, or a block under
 * "Save as x.py". A later command that runs one is then read like any bundled script. Files the bundle has are kept.
 */
export function withWrittenFiles(bundle: Bundle | undefined, written: ReadonlyMap<string, string>): Bundle | undefined {
  if (written.size === 0) return bundle;
  const files = new Map(bundle?.files ?? []);
  for (const [path, content] of written) {
    const bytes = new TextEncoder().encode(content);
    if (!files.has(path)) files.set(path, { path, bytes, digest: sha256(bytes), executable: false });
  }
  return { uri: '', entry: '', digest: '', ...bundle, files };
}

/** Files that the text supplies, by path: whether nothing else writes them is for the caller to check. */
export function suppliedByText(sites: readonly Site[], supplied: readonly SuppliedFile[]): ReadonlyMap<string, string> {
  return new Map([
    ...supplied.map(({ path, content }) => [path, content] as const),
    ...sites.flatMap((site) => heredocFile(site)),
  ]);
}

function heredocFile(site: Site): readonly (readonly [string, string])[] {
  if (site.cwd === undefined || !site.command.redirects.some(({ body }) => body !== undefined)) return [];
  const { words, stdin } = commandWords(site);
  const [program, ...operands] = words.map(literalOf);
  const content = stdin.kind === 'text' ? literalOf(stdin.text) : undefined;
  const targets = fileRedirects(site.command.redirects, site.scope).filter(({ kind }) => kind === 'write');
  const [target, second] = targets;
  const copied = program === 'cat' && operands.length === 0 && second === undefined ? target : undefined;
  const path = copied === undefined ? undefined : literalOf(copied.path);
  const teed = program === 'tee' && operands.length === 1 && targets.length === 0 ? operands[0] : undefined;
  const written = path ?? teed;
  if (content === undefined || written === undefined || copied?.append === true) return [];
  return [[joinPath(site.cwd, written), content]];
}

/** A file that is written twice, or perhaps twice, is known only at run time. */
export function writtenOnce(
  files: ReadonlyMap<string, string>,
  effects: readonly (readonly Effect[])[],
): ReadonlyMap<string, string> {
  const writes = effects.flatMap((own) => own.flatMap((effect) => (effect.kind === 'write' ? [effect.path] : [])));
  if (writes.some((path) => path.includes('${') || path.includes('*'))) return new Map();
  const known = [...files].filter(([path]) => {
    const touching = writes.filter((written) => written === path || path.startsWith(`${written}/`) || written === '.');
    return touching.length <= 1;
  });
  return new Map(known);
}
