import type { Bundle } from '../ir/bundle.ts';
import { sha256 } from '../ir/digest.ts';
import type { SuppliedFile } from '../ir/skill.ts';
import { literalOf } from '../ir/text.ts';
import { commandWords, fileRedirects } from './command-words.ts';
import { joinPath } from './join-path.ts';
import type { Site } from './resolve/sites.ts';

/**
 * The bundle together with files whose content the text itself gives: `cat > x.sh <<'EOF'`, or a block under
 * "Save as x.py". A later command that runs one is then read like any bundled script. Files the bundle has are kept.
 */
export function withWrittenFiles(
  bundle: Bundle | undefined,
  sites: readonly Site[],
  supplied: readonly SuppliedFile[],
): Bundle | undefined {
  const written = new Map([...supplied.map(({ path, content }) => [path, content] as const), ...heredocFiles(sites)]);
  if (written.size === 0) return bundle;
  const files = new Map(bundle?.files ?? []);
  for (const [path, content] of written) {
    const bytes = new TextEncoder().encode(content);
    if (!files.has(path)) files.set(path, { path, bytes, digest: sha256(bytes), executable: false });
  }
  return { uri: '', entry: '', digest: '', ...bundle, files };
}

/** Written once, from literal text; a file that is written again is known only at run time. */
function heredocFiles(sites: readonly Site[]): readonly (readonly [string, string])[] {
  const writes = sites.flatMap((site) => {
    const { words, stdin } = commandWords(site);
    const [program, ...operands] = words.map(literalOf);
    const content = stdin.kind === 'text' ? literalOf(stdin.text) : undefined;
    const targets = fileRedirects(site.command.redirects, site.scope)
      .filter(({ kind }) => kind === 'write')
      .map(({ path }) => literalOf(path));
    const copies = program === 'cat' && operands.length === 0 && targets.length === 1;
    const teed = program === 'tee' && operands.length === 1 ? operands : [];
    return [...targets, ...teed].map((path) => ({
      path: path === undefined || site.cwd === undefined ? undefined : joinPath(site.cwd, path),
      content: copies || teed.length === 1 ? content : undefined,
    }));
  });
  if (writes.some(({ path }) => path === undefined)) return [];
  return writes.flatMap(({ path, content }) => {
    const once = writes.filter((other) => other.path === path).length === 1;
    return once && path !== undefined && content !== undefined ? [[path, content] as const] : [];
  });
}
