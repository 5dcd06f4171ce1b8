import type { SecretValue } from '../value.ts';
import type { SecretStore } from './store.ts';

/** Forgets everything with the process: for tests and for hosts that bring their own secrets. */
export function memoryStore(initial: ReadonlyMap<string, SecretValue> = new Map()): SecretStore {
  const values = new Map(initial);
  return {
    kind: 'memory',
    get: async (name) => {
      const value = values.get(name);
      return value === undefined ? { kind: 'missing' } : { kind: 'found', value };
    },
    set: async (name, value) => {
      values.set(name, value);
      return { kind: 'kept' };
    },
    remove: async (name) => ({ kind: values.delete(name) ? 'kept' : 'missing' }),
    names: async () => ({ kind: 'names', names: [...values.keys()].sort() }),
  };
}
