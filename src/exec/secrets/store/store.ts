import type { SecretValue } from '../value.ts';

/** Where secrets are kept. A failure is a value and never holds one of a secret; who asks treats a throw as unavailable. */
export interface SecretStore {
  readonly kind: 'memory' | 'environment' | 'age-file' | 'keychain';
  readonly get: (name: string) => Promise<Looked>;
  readonly set: (name: string, value: SecretValue) => Promise<Kept>;
  readonly remove: (name: string) => Promise<Kept>;
  readonly names: () => Promise<Listed>;
}

export type Looked =
  | { readonly kind: 'found'; readonly value: SecretValue }
  | { readonly kind: 'missing' }
  | StoreRefusal;

export type Kept = { readonly kind: 'kept' } | { readonly kind: 'missing' } | StoreRefusal;

export type Listed = { readonly kind: 'names'; readonly names: readonly string[] } | StoreRefusal;

export interface StoreRefusal {
  readonly kind: 'refused';
  /** `secret/store-unavailable`, `secret/store-readable`, `secret/store-damaged` … */
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

export function refusal(reason: string, message: string, remedy?: string): StoreRefusal {
  return { kind: 'refused', code: `secret/${reason}`, message, ...(remedy === undefined ? {} : { remedy }) };
}
