const watched: readonly (readonly [string, object])[] = [
  ['Object', Object.prototype],
  ['Array', Array.prototype],
  ['Function', Function.prototype],
  ['String', String.prototype],
  ['Number', Number.prototype],
  ['Boolean', Boolean.prototype],
  ['RegExp', RegExp.prototype],
  ['Map', Map.prototype],
  ['Set', Set.prototype],
  ['Promise', Promise.prototype],
  ['Error', Error.prototype],
  ['globalThis', globalThis],
];

export type Snapshot = readonly (readonly [string, ReadonlyMap<PropertyKey, unknown>])[];

/** Every property of the built-in prototypes and of the global object, by identity. */
export function snapshotPrototypes(): Snapshot {
  return watched.map(([name, owner]) => [name, propertiesOf(owner)]);
}

/** What differs from the snapshot, e.g. `Object.isAdmin`. */
export function changedPrototypes(before: Snapshot): readonly string[] {
  return before.flatMap(([name, known], index) => {
    const owner = watched[index]?.[1] ?? {};
    const now = propertiesOf(owner);
    const keys = new Set([...known.keys(), ...now.keys()]);
    return [...keys].filter((key) => !Object.is(known.get(key), now.get(key))).map((key) => `${name}.${String(key)}`);
  });
}

function propertiesOf(owner: object): ReadonlyMap<PropertyKey, unknown> {
  return new Map(
    Reflect.ownKeys(owner).map((key) => {
      const property = Reflect.getOwnPropertyDescriptor(owner, key);
      return [key, property?.value ?? property?.get];
    }),
  );
}
