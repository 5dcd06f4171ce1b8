import { diagnose } from '../../ir/diagnostic.ts';
import type { Effect } from '../../ir/effect.ts';
import { fileRedirects, opensSocket } from '../command-words.ts';
import { refuseFetchedScripts } from '../fetched-scripts.ts';
import { Collector } from '../infer/collector.ts';
import type { DefinedFunction } from '../resolve/assigned-names.ts';
import { type Site, walkProgram } from '../resolve/sites.ts';
import { suppliedByText, withWrittenFiles, writtenOnce } from '../written-files.ts';
import { mapSite } from './map-site.ts';
import type { MapSites, ShellContext } from './mapped-site.ts';
import { secondExpansion } from './second-expansion.ts';
import { lookEffect, redirectEffects, socketRefusal } from './site-effects.ts';

const MAX_SITES = 1_000;

/** Maps every command of a program. Functions the program defines are not programs. */
export const mapSites: MapSites = (statements, bindings, context) => {
  const walked = walkProgram(statements, bindings, context.fed, context.words, context.start);
  const [first] = walked.sites;
  if (walked.sites.length > MAX_SITES && first !== undefined) {
    const refusal = diagnose('limit/commands', `${walked.sites.length} commands in one operation`, first.command.span);
    return { sites: [], effects: [], refusal };
  }
  const refusal = secondExpansion(statements, bindings);
  if (refusal !== undefined) return { sites: [], effects: [], refusal };
  const functions = new Map([...(context.functions ?? []), ...walked.functions]);
  const own = walked.sites.filter((site) => !callsFunction(site, functions, context));
  const redirects = walked.redirects.map(({ redirect, scope, cwd }) => ({
    opened: fileRedirects([redirect], scope),
    cwd,
  }));
  const socket = redirects.flatMap(({ opened }) => opened).find(opensSocket);
  if (socket !== undefined) return { sites: [], effects: [], refusal: socketRefusal(socket) };
  const effects = redirects.flatMap(({ opened, cwd }) => redirectEffects(opened, cwd, context));
  const inner = withOwnFiles(own, effects, {
    ...context,
    functions,
    around: { statements, moves: walked.moves || context.around?.moves === true },
  });
  const sites = own.map((site) => mapSite(site, inner, mapSites));
  const looked = walked.looked.map(({ path, cwd, span }) => lookEffect(path, span, cwd, context));
  return { sites: refuseFetchedScripts(sites), effects: [...effects, ...looked] };
};

/** The context in which scripts that the text itself supplies are known, as far as nothing else may write them. */
function withOwnFiles(sites: readonly Site[], others: readonly Effect[], context: ShellContext): ShellContext {
  const files = suppliedByText(sites, context.files);
  if (files.size === 0) return context;
  const trial = { ...context, collector: new Collector() };
  const effects = sites.map((site) => mapSite(site, trial, mapSites).calls.flatMap(({ call }) => call.effects));
  const bundle = withWrittenFiles(context.dispatch.bundle, writtenOnce(files, [...effects, others]));
  return bundle === undefined ? context : { ...context, dispatch: { ...context.dispatch, bundle } };
}

/**
 * A name that the program defines is no program of the machine. Where only control flow knows whether it is defined by
 * then, a name with a meaning of its own keeps that meaning too.
 */
function callsFunction(
  site: Site,
  functions: ReadonlyMap<string, DefinedFunction>,
  { dispatch }: ShellContext,
): boolean {
  const name = site.command.words[0]?.text ?? '';
  const defined = functions.get(name);
  if (defined === undefined) return false;
  const certain = defined.certainFrom !== undefined && site.command.span.start >= defined.certainFrom;
  return certain || !(dispatch.primitives.has(name) || dispatch.tools.get(name) !== undefined);
}
