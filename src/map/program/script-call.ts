import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import { exprText } from '../../ir/expr-text.ts';
import type { Call } from '../../ir/plan.ts';
import type { Text } from '../../ir/text.ts';
import { hasHidden } from '../../ir/visible.ts';
import { parseShell } from '../../shell/parse.ts';
import type { inferPlain } from '../infer/plain.ts';
import type { PlainDraft } from '../primitive.ts';
import type { MappedSite, MapSites, ShellContext } from './mapped-site.ts';
import { programCall } from './program-call.ts';

export type Made = { readonly call: Call; readonly inner: readonly MappedSite[] };

const MAX_SCRIPTS = 4;

/** A bundled shell script or `sh -c` text: a program of its own, mapped command by command. */
export function scriptCall(
  draft: PlainDraft,
  script: NonNullable<PlainDraft['script']>,
  plain: ReturnType<typeof inferPlain>,
  context: ShellContext,
  mapSites: MapSites,
): Made | Diagnostic {
  if (context.depth >= MAX_SCRIPTS) return diagnose('map/recursion', 'scripts start scripts too deeply', draft.span);
  // Text that is no file of the bundle stands where the command does.
  const file = script.path !== undefined && context.bundle?.files.has(script.path) ? script.path : undefined;
  const place = file === undefined ? draft.span : script.span;
  // What a reviewer cannot see must not be in what they approve; blanks of other widths are only blanks.
  if (hasHidden(script.text.replace(/[\t\r\n\p{Zs}\u2800]/gu, ' ')))
    return diagnose('parse/hidden-character', 'the script holds a character that cannot be seen', place);
  const parsed = parseShell(
    script.text,
    file ?? draft.span.source,
    file === undefined ? () => draft.span.start : undefined,
  );
  const [broken] = parsed.diagnostics;
  if (broken !== undefined)
    return diagnose(
      'map/script-syntax',
      `the script \`${script.path ?? 'text'}\` does not parse: ${broken.message}`,
      place,
    );
  const { functions, words: _, ...rest } = context;
  const own = script.inShell === undefined ? { words: scriptWords(draft) } : functions && { functions };
  const inner = mapSites(parsed.program.statements, [], {
    ...rest,
    ...own,
    depth: context.depth + 1,
  });
  if (inner.refusal !== undefined) return inner.refusal;
  return { inner: inner.sites, call: programCall(plain.args, inner.sites, [plain.effects, inner.effects], draft.span) };
}

function scriptWords({ args }: PlainDraft): readonly Text[] {
  const words = args.members.find(({ key }) => key === 'args')?.value;
  return words?.kind === 'list' ? words.items.map(exprText) : [];
}
