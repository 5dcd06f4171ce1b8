import type { Manifest } from './manifest.ts';

/** What all operations of a skill together can touch: the first thing a reviewer wants to know. */
export interface Reach {
  readonly hosts: readonly {
    readonly origin: string;
    readonly methods: readonly string[];
    readonly operations: number;
  }[];
  readonly secrets: readonly { readonly name: string; readonly places: readonly { origin: string; slot: string }[] }[];
  readonly settings: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly programs: readonly string[];
  readonly variables: readonly string[];
  readonly code: readonly { readonly path: string; readonly digest: string }[];
  readonly classifications: readonly string[];
  /** How many operations have tier 0, 1, 2 and 3. */
  readonly tiers: readonly [number, number, number, number];
  readonly approvals: number;
}

export function reachOf(manifests: readonly Manifest[]): Reach {
  const effects = manifests.flatMap((manifest) => manifest.effects);
  const tier = (wanted: number) => manifests.filter(({ trust_tier }) => trust_tier === wanted).length;
  return {
    hosts: hostsOf(manifests),
    secrets: secretsOf(manifests),
    settings: sorted(manifests.flatMap(({ requires_settings }) => requires_settings.map(({ name }) => name))),
    reads: sorted(effects.flatMap((effect) => (effect.kind === 'read' ? [effect.path] : []))),
    writes: sorted(effects.flatMap((effect) => (effect.kind === 'write' ? [effect.path] : []))),
    programs: sorted(effects.flatMap((effect) => (effect.kind === 'process' ? [effect.program] : []))),
    variables: sorted(effects.flatMap((effect) => (effect.kind === 'env' ? [effect.name] : []))),
    code: codeOf(manifests),
    classifications: sorted(manifests.flatMap(({ data_classifications }) => data_classifications)),
    tiers: [tier(0), tier(1), tier(2), tier(3)],
    approvals: manifests.filter(({ requires_approval }) => requires_approval).length,
  };
}

function hostsOf(manifests: readonly Manifest[]): Reach['hosts'] {
  const network = manifests.flatMap(({ id, effects }) =>
    effects.flatMap((effect) => (effect.kind === 'network' ? [{ id, ...effect }] : [])),
  );
  return sorted(network.map(({ origin }) => origin)).map((origin) => {
    const here = network.filter((effect) => effect.origin === origin);
    return {
      origin,
      methods: sorted(here.map(({ method }) => method)),
      operations: new Set(here.map(({ id }) => id)).size,
    };
  });
}

function secretsOf(manifests: readonly Manifest[]): Reach['secrets'] {
  const uses = manifests.flatMap(({ requires_secrets }) => requires_secrets);
  return sorted(uses.map(({ name }) => name)).map((name) => {
    const places = new Map(
      uses
        .filter((use) => use.name === name)
        .map(({ origin, slot }) => [JSON.stringify([origin, slot]), { origin, slot }]),
    );
    return { name, places: [...places.values()] };
  });
}

function codeOf(manifests: readonly Manifest[]): Reach['code'] {
  const files = manifests.flatMap(({ implementation }) => implementation.code);
  const byPath = new Map(files.map((file) => [`${file.path}\0${file.digest}`, file]));
  return sorted([...byPath.keys()]).flatMap((key) => byPath.get(key) ?? []);
}

function sorted(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
