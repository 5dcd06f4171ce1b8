import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Effect } from '../../ir/effect.ts';
import type { Span } from '../../ir/span.ts';
import { hasGlob, type Text } from '../../ir/text.ts';
import type { FileRedirect } from '../command-words.ts';
import { decidePath } from '../infer/paths.ts';
import type { CommandWords, Draft } from '../primitive.ts';
import type { Site } from '../resolve/sites.ts';
import type { ShellContext } from './mapped-site.ts';

export function lookEffect(path: Text, span: Span, cwd: string | undefined, context: ShellContext): Effect {
  return { kind: 'read', path: decidePath(path, { ...context, span, cwd: cwd ?? unknownDirectory }).shown };
}

/** After `cd "$X"`: covered by no grant. */
export const unknownDirectory = '${dynamic:cwd}';

/** `echo ../*` and `set -- ../*` tell what is in a directory. */
export function patternEffects(
  words: CommandWords,
  drafts: readonly Draft[],
  site: Site,
  context: ShellContext,
): readonly Effect[] {
  const names = drafts.some(
    (draft) =>
      draft.kind === 'plain' &&
      (draft.capability === 'io.println' || draft.args.members.some(({ key }) => key === 'builtin')),
  );
  if (!names) return [];
  return words.words.flatMap((word, index) =>
    hasGlob(word) ? [lookEffect(word, words.spans[index] ?? words.span, site.cwd, context)] : [],
  );
}

export function socketRefusal({ span }: FileRedirect): Diagnostic {
  return diagnose('map/redirection', 'a redirection that opens a socket', span);
}

export function redirectEffects(
  redirects: readonly FileRedirect[],
  cwd: string | undefined,
  context: ShellContext,
): readonly Effect[] {
  return redirects.map((redirect) => {
    const place = { ...context, span: redirect.span, cwd: cwd ?? unknownDirectory };
    return { kind: redirect.kind, path: decidePath(redirect.path, place).shown };
  });
}
