import { SecretValue } from '../value.ts';
import { refusal, type SecretStore } from './store.ts';

/** Secrets that a CI system hands over in variables. Only mapped names are ever looked at: `{ NAME: 'ENV_VAR' }`. */
export function environmentStore(
  mapping: ReadonlyMap<string, string>,
  environment: { readonly [name: string]: string | undefined },
  options: { readonly allowShort?: boolean } = {},
): SecretStore {
  const readOnly = refusal('store-read-only', 'secrets from the environment are set where skillc is started');
  return {
    kind: 'environment',
    get: async (name) => {
      const variable = mapping.get(name);
      const written =
        variable === undefined || !Object.hasOwn(environment, variable) ? undefined : environment[variable];
      if (written === undefined || written === '') return { kind: 'missing' };
      const made = SecretValue.of(written, options);
      return made.kind === 'value' ? { kind: 'found', value: made.value } : made;
    },
    set: async () => readOnly,
    remove: async () => readOnly,
    names: async () => ({ kind: 'names', names: [...mapping.keys()].sort() }),
  };
}
