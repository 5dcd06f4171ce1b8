import { diagnose } from '../ir/diagnostic.ts';
import type { Call } from '../ir/plan.ts';
import type { MappedSite } from './program/mapped-site.ts';

/** `curl -o x.sh … && bash x.sh` is a program from a pipe with a file in between. */
export function refuseFetchedScripts(sites: readonly MappedSite[]): readonly MappedSite[] {
  const fetched = new Set<string>();
  return sites.map((site) => {
    const scripts = site.calls.flatMap(({ call }) => scriptPath(call));
    const remote = scripts.find((path) => fetched.has(path));
    const fetches = site.calls.some(({ call }) => call.effects.some(({ kind }) => kind === 'network'));
    for (const { call } of site.calls)
      for (const effect of call.effects) if (fetches && effect.kind === 'write') fetched.add(effect.path);
    if (remote === undefined) return site;
    const refusal = diagnose('map/remote-code', `\`${remote}\` is fetched and then run`, site.words.span);
    return { ...site, calls: [], understanding: 'refused', refusal };
  });
}

/** The file a call runs that is not in the bundle (those have a digest). */
function scriptPath(call: Call): readonly string[] {
  if (call.args.kind !== 'object' || call.args.members.some(({ key }) => key === 'digest')) return [];
  return call.args.members.flatMap(({ key, value }) =>
    key === 'script' && value.kind === 'literal' ? [String(value.value)] : [],
  );
}
