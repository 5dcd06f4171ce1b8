import type { StatementFacts } from './statement-facts.ts';

/**
 * Which statements of a block belong together: a variable that only a run can tell, a function, `cd` or `exec 3>f`, a
 * file that one writes and another names, or a background job. Returns groups of indices, each in order; preambles stand alone.
 */
export function linkStatements(
  facts: readonly StatementFacts[],
  background: readonly boolean[],
): readonly (readonly number[])[] {
  const computed = computedNames(facts);
  const parent = facts.map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at;
      at = parent[at] ?? at;
    }
    return at;
  };
  const join = (a: number, b: number): void => {
    parent[Math.max(find(a), find(b))] = Math.min(find(a), find(b));
  };
  const makers = new Map<string, number[]>();
  let stage: number | undefined;
  for (const [index, fact] of facts.entries()) {
    for (const source of sourcesOf(fact, makers)) join(source, index);
    const stands = fact.preamble && !fact.isCd;
    if (stage !== undefined && !stands) join(stage, index);
    if (fact.reads.has('?') && index > 0) join(index - 1, index);
    if ((fact.reads.has('!') || fact.calls.has('wait')) && index > 0) {
      for (let i = 0; i < index; i++) if (background[i] === true) join(i, index);
    }
    if (fact.isCd || fact.redirectsShell) stage ??= index;
    remember(makers, fact, computed[index] ?? new Set(), index);
  }
  return groupsOf(facts.length, find);
}

/** A binding made from a computed variable is computed too. */
function computedNames(facts: readonly StatementFacts[]): readonly ReadonlySet<string>[] {
  const known = new Set<string>();
  return facts.map((fact) => {
    const own = new Set(fact.computes);
    if ([...fact.reads].some((name) => known.has(name))) for (const { name } of fact.bindings) own.add(name);
    for (const name of own) known.add(name);
    return own;
  });
}

function remember(
  makers: Map<string, number[]>,
  fact: StatementFacts,
  computed: ReadonlySet<string>,
  index: number,
): void {
  const made = [
    ...[...computed].map((name) => `variable ${name}`),
    ...[...fact.defines].map((name) => `function ${name}`),
    ...[...fact.writes].map((path) => `file ${path}`),
  ];
  for (const key of made) makers.set(key, [...(makers.get(key) ?? []), index].slice(-50));
}

function sourcesOf(fact: StatementFacts, makers: ReadonlyMap<string, number[]>): readonly number[] {
  const keys = [
    ...[...fact.reads].map((name) => `variable ${name}`),
    ...[...fact.calls].map((name) => `function ${name}`),
    ...[...fact.computes].map((name) => `variable ${name}`),
  ];
  const direct = keys.flatMap((key) => makers.get(key) ?? []);
  const files = [...makers].filter(([key]) => key.startsWith('file ') && mentionsFile(fact, key.slice(5)));
  return [...direct, ...files.flatMap(([, indices]) => indices)];
}

function mentionsFile(fact: StatementFacts, path: string): boolean {
  const bare = path.replace(/^\.\//, '');
  return fact.mentions.some((text) => mentionsPath(text, bare));
}

/** Whether a path stands in a text as a whole path, not as the end or middle of another. */
export function mentionsPath(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + path.length, at + path.length + 2);
    if ((before === './' || !/[\w./-]$/.test(before)) && !/^(?:[\w/-]|\.\w)/.test(after)) return true;
  }
  return false;
}

function groupsOf(count: number, find: (index: number) => number): readonly (readonly number[])[] {
  const groups = new Map<number, number[]>();
  for (let index = 0; index < count; index++) {
    const root = find(index);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [index]);
    else group.push(index);
  }
  return [...groups.values()];
}
