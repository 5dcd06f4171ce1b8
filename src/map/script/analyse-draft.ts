import type { ReadCode } from '../../analyse/code.ts';
import type { Analyser, ScriptSource } from '../../analyse/source.ts';
import type { Bundle } from '../../ir/bundle.ts';
import type { UndecidedEntry } from '../../ir/plan.ts';
import { joinInside } from '../join-path.ts';
import type { PlainDraft } from '../primitive.ts';
import type { ShellContext } from '../program/mapped-site.ts';
import type { Site } from '../resolve/sites.ts';
import { ScriptContext } from './context.ts';
import { dependenciesOf, runtimeOf } from './dependencies.ts';
import { loadAnalyse } from './load-analyse.ts';
import { lowerFile } from './lower-file.ts';
import { type CommandPort, lowerProgram } from './lower-program.ts';
import { lowerRequest } from './lower-request.ts';
import { placesOf } from './place.ts';
import { fileText, scriptSource } from './script-source.ts';
import { lowerVariables } from './variables.ts';

export interface AnalysedDraft {
  readonly draft: PlainDraft;
  /** What the text of the code leaves open. */
  readonly left: ReadonlySet<UndecidedEntry['what']>;
}

/** Adds to a draft that runs Python or JavaScript what that code was found to do. */
export function analyseDraft(draft: PlainDraft, site: Site, context: ShellContext, port: CommandPort): AnalysedDraft {
  const bundle = context.dispatch.bundle ?? context.bundle;
  const { collector, hints, request } = context;
  const found = scriptSource(draft, site.scope, bundle, hints);
  if (found.kind === 'none') return { draft, left: new Set() };
  if (found.kind === 'unseen') {
    const span = { ...draft.span, line: lineOf(draft, bundle) };
    collector.undecided.set(`source ${found.why}`, { what: 'source', message: found.why, span });
    return { draft, left: new Set(['source']) };
  }
  const { source } = found;
  const analysis = loadAnalyse().analyse(analyserFor(source, bundle));
  const script = new ScriptContext(placesOf(source, bundle), request, bundle, collector, hints);
  for (const { what, message, at } of analysis.undecided) script.leave(what, message, script.place(at));
  const effects = [
    ...analysis.requests.flatMap((one) => lowerRequest(one, script)),
    ...analysis.files.flatMap((one) => lowerFile(one, script)),
    ...analysis.programs.flatMap((one) => lowerProgram(one, port, script)),
  ];
  const variables = lowerVariables(analysis.variables, script);
  for (const path of analysis.modules) if (path !== source.path) collector.modules.add(path);
  for (const one of dependenciesOf(source, analysis, script))
    collector.dependencies.set(`${one.ecosystem} ${one.name}`, one);
  const runtime = runtimeOf(source);
  if (runtime !== undefined) collector.runtimes.add(runtime);
  return { draft: withFindings(draft, [...effects, ...variables.effects], variables.env), left: script.left };
}

function lineOf(draft: PlainDraft, bundle: Bundle | undefined): number {
  return placesOf(
    { language: 'python', text: '', span: draft.span, words: [], env: new Map() },
    bundle,
  )({ file: '', start: 0, end: 0 }).line;
}

/** Sources that were read, by bundle: many commands of a skill start the same script. */
const readCode = new WeakMap<Bundle, Map<string, ReadCode>>();

function analyserFor(source: ScriptSource, bundle: Bundle | undefined): Analyser {
  const folder = source.path?.includes('/') === true ? source.path.slice(0, source.path.lastIndexOf('/')) : '';
  const roots = [folder];
  const known =
    bundle === undefined ? new Map<string, ReadCode>() : (readCode.get(bundle) ?? new Map<string, ReadCode>());
  if (bundle !== undefined) readCode.set(bundle, known);
  return {
    source,
    known,
    readFile: (path) => fileText(path, bundle),
    hasFile: (path) => bundle?.files.has(path) === true,
    hasFolder: (path) => [...(bundle?.files.keys() ?? [])].some((one) => one.startsWith(`${path}/`)),
    searchRoots: () => roots,
    addSearchRoot: (path) => {
      const inside = joinInside('.', path.replace(/^\/+/, ''));
      if (inside !== undefined) roots.push(inside === '.' ? '' : inside);
    },
  };
}

function withFindings(
  draft: PlainDraft,
  effects: PlainDraft['effects'],
  env: Extract<PlainDraft['args']['members'][number]['value'], { kind: 'object' }>['members'],
): PlainDraft {
  const given = draft.args.members.find(({ key }) => key === 'env')?.value;
  const own = given?.kind === 'object' ? given.members : [];
  const members = [...own, ...env.filter(({ key }) => !own.some((one) => one.key === key))];
  const rest = draft.args.members.filter(({ key }) => key !== 'env');
  const args =
    env.length === 0
      ? draft.args
      : { ...draft.args, members: [...rest, { key: 'env', value: { kind: 'object' as const, members } }] };
  return { ...draft, args, effects: [...draft.effects, ...effects] };
}
