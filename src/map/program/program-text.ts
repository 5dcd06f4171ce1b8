import type { Binding, ShellBody } from '../../ir/skill.ts';
import { isConventional } from '../../ir/steering-variable.ts';
import type { MappedSite } from './mapped-site.ts';

/** Assignments that hold before the program are part of what runs, as far as anything in it can tell. */
export function programText({ program, scope }: ShellBody, sites: readonly MappedSite[]): string {
  const all = looksAtAll(program.text) || sites.some(startsProcess);
  const kept = all ? scope : noticed(scope, program.text);
  const before = kept.map((binding) => `${binding.exported ? 'export ' : ''}${binding.name}=${binding.value.text}`);
  return [...before, program.text].join('\n');
}

/** Another program inherits what is exported, and nobody can list what it looks at. */
function startsProcess({ calls, inner }: MappedSite): boolean {
  return inner.length > 0 || calls.some(({ call }) => /^(?:sandbox\.|shell\.run$)/.test(call.capability));
}

/** `${!name}`, `declare -p`, jq's `$ENV`: the names are not in the text. */
function looksAtAll(text: string): boolean {
  return /\$\{!|\b(?:eval|source|declare|typeset|export|readonly|local|compgen|env|printenv|ENV|ENVIRON)\b|\bset\b(?!\s+[-+][a-z])|(?:^|[\s;&|(])\.\s/m.test(
    text,
  );
}

/** Any mention counts: arithmetic and subscripts read a name without a `$`. */
function noticed(scope: readonly Binding[], text: string): readonly Binding[] {
  let seen = text;
  const kept = new Set<Binding>();
  for (const binding of scope.toReversed()) {
    if (!isConventional(binding.name) && !new RegExp(`\\b${binding.name}\\b`).test(seen)) continue;
    kept.add(binding);
    seen += `\n${binding.value.text}`;
  }
  return scope.filter((binding) => kept.has(binding));
}
