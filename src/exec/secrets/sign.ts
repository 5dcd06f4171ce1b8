import { createHmac } from 'node:crypto';
import type { SecretValue } from './value.ts';

export const signAlgorithms = ['sha1', 'sha256', 'sha512'] as const;
export type SignAlgorithm = (typeof signAlgorithms)[number];

/** What is to be signed with a secret that stays where it is. */
export interface SignRequest {
  readonly name: string;
  /** Where the signed message goes: a plan binds the secret to it as to any other place. */
  readonly origin: string;
  readonly algorithm: SignAlgorithm;
  readonly bytes: Uint8Array;
  readonly encoding: 'hex' | 'base64';
}

/** A longer message is hashed first by every scheme there is. */
export const longestMessage = 4 * 1024 * 1024;

/** `hmac:sha256`: the slot that a plan names for it. */
export function signSlot(algorithm: SignAlgorithm): string {
  return `hmac:${algorithm}`;
}

export function hmac(secret: SecretValue, { algorithm, bytes, encoding }: SignRequest): string {
  return createHmac(algorithm, secret.reveal()).update(bytes).digest(encoding);
}
