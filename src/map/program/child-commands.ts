import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Effect } from '../../ir/effect.ts';
import type { CodePlace } from '../../ir/plan.ts';
import type { Span } from '../../ir/span.ts';
import { literalOf, type Text } from '../../ir/text.ts';
import { parseShell } from '../../shell/parse.ts';
import { Collector } from '../infer/collector.ts';
import { mapCommandWords } from '../map-command.ts';
import type { CommandWords, Draft } from '../primitive.ts';
import { emptyScope } from '../resolve/scope.ts';
import type { Site } from '../resolve/sites.ts';
import type { CommandEffects, CommandPort } from '../script/lower-program.ts';
import { systemProgram } from '../system-path.ts';
import type { MappedSite, MapSites, ShellContext } from './mapped-site.ts';
import type { Made } from './script-call.ts';
import { unknownDirectory } from './site-effects.ts';

const MAX_SCRIPTS = 4;

type DraftCall = (
  draft: Draft,
  index: number,
  site: Site,
  context: ShellContext,
  mapSites: MapSites,
) => Made | Diagnostic;

/**
 * Commands that code starts, mapped like those of a skill's text. They run in the sandbox of the code and as part of its call, so that
 * only what they touch counts: nothing of them is an input.
 */
export function childCommands(
  site: Site,
  context: ShellContext,
  mapSites: MapSites,
  draftCall: DraftCall,
): CommandPort {
  const inside = (collector: Collector): ShellContext => ({
    ...context,
    collector,
    hints: { ...context.hints, fromText: false },
    depth: context.depth + 1,
  });
  const tooDeep = (span: CodePlace): CommandEffects => ({
    effects: [],
    programs: [],
    problems: [diagnose('map/recursion', 'scripts start scripts too deeply', span)],
  });
  return {
    words: (words, place) => {
      if (context.depth >= MAX_SCRIPTS) return tooDeep(place);
      const collector = new Collector();
      const made = oneCommand(words, place, lonelySite(place, site.cwd), inside(collector), mapSites, draftCall);
      context.collector.absorb(collector);
      return made;
    },
    shell: (text, place) => {
      if (context.depth >= MAX_SCRIPTS) return tooDeep(place);
      const collector = new Collector();
      const made = shellText(text, place, site, inside(collector), mapSites);
      context.collector.absorb(collector);
      return made;
    },
  };
}

/** The place of a command that no shell starts. */
export function lonelySite(span: Span, cwd: string | undefined = '.'): Site {
  const command = { kind: 'command', words: [], assignments: [], redirects: [], span } as const;
  return { command, scope: emptyScope, cwd, piped: false, consumed: true };
}

function oneCommand(
  words: readonly Text[],
  place: CodePlace,
  site: Site,
  context: ShellContext,
  mapSites: MapSites,
  draftCall: DraftCall,
): CommandEffects {
  const stdin = { kind: 'none' } as const;
  const command: CommandWords = { words, spans: words.map(() => place), env: new Map(), stdin, span: place };
  const name = literalOf(words[0] ?? []) ?? '';
  const programs = [systemProgram(name) ?? name];
  const mapped = mapCommandWords(command, site.cwd ?? unknownDirectory, context.dispatch);
  if (mapped.kind === 'unknown') return { effects: [], programs, problems: [mapped.reason] };
  if (mapped.kind === 'refused') return { effects: [], programs: [], problems: [mapped.reason] };
  const made = mapped.drafts.map((draft) => draftCall(draft, 0, site, context, mapSites));
  const problems = [
    ...mapped.diagnostics.filter(({ severity }) => severity !== 'info'),
    ...made.filter((one) => 'code' in one),
  ];
  return { effects: made.flatMap((one) => ('code' in one ? [] : one.call.effects)), programs, problems };
}

function shellText(
  text: string,
  place: CodePlace,
  site: Site,
  context: ShellContext,
  mapSites: MapSites,
): CommandEffects {
  const parsed = parseShell(text, place.source, () => place.start);
  const [broken] = parsed.diagnostics;
  if (broken !== undefined) return { effects: [], programs: [], problems: [broken] };
  const start = { cwd: site.cwd, scope: emptyScope };
  const found = mapSites(parsed.program.statements, [], { ...context, start });
  const all = found.sites.flatMap(withInner);
  const unknown = context.collector.diagnostics.filter(({ severity }) => severity !== 'info');
  const refused = [...all.map(({ refusal }) => refusal), found.refusal].filter((one) => one !== undefined);
  const effects: readonly Effect[] = [
    ...found.effects,
    ...found.sites.flatMap(({ calls }) => calls.flatMap(({ call }) => call.effects)),
  ];
  return { effects, programs: ['sh', ...all.flatMap(programOf)], problems: [...refused, ...unknown] };
}

function withInner(site: MappedSite): readonly MappedSite[] {
  return [site, ...site.inner.flatMap(withInner)];
}

function programOf({ words: { words } }: MappedSite): readonly string[] {
  const name = literalOf(words[0] ?? []);
  return name === undefined || name === '' ? [] : [systemProgram(name) ?? name];
}
