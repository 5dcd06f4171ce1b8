import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ageStore } from '../exec/secrets/store/age-store.ts';
import { environmentStore } from '../exec/secrets/store/environment-store.ts';
import { keychainStore } from '../exec/secrets/store/keychain-store.ts';
import type { SecretStore } from '../exec/secrets/store/store.ts';
import { StoreFault } from '../store/fault.ts';
import type { Config } from './config.ts';

type Environment = { readonly [name: string]: string | undefined };

/** The keychain where one answers, else an encrypted file; variables only for the names that the configuration maps. */
export async function openSecretStore(home: string, config: Config, environment: Environment): Promise<SecretStore> {
  const base = await baseStore(home, config, environment);
  const mapping = Object.entries(config.secrets?.env ?? {}).map(
    ([name, variable]) => [name, String(variable)] as const,
  );
  if (mapping.length === 0) return base;
  const mapped = environmentStore(new Map(mapping), environment);
  const names = new Set(mapping.map(([name]) => name));
  return { ...base, get: (name) => (names.has(name) ? mapped.get(name) : base.get(name)) };
}

async function baseStore(home: string, config: Config, environment: Environment): Promise<SecretStore> {
  const wanted = config.secrets?.store ?? 'auto';
  if (wanted !== 'age-file') {
    const keychain = await keychainStore({ platform: process.platform, environment, exists: existsSync });
    if (keychain.kind !== 'refused') return keychain;
    if (wanted === 'keychain') throw new StoreFault(keychain.code, keychain.message, keychain.remedy);
  }
  const passphrase = environment.SKILLC_PASSPHRASE;
  return ageStore({
    secrets: join(home, 'secrets.age'),
    identity: join(home, 'keys', 'secrets.identity'),
    ...(passphrase === undefined || passphrase === '' ? {} : { passphrase }),
  });
}
