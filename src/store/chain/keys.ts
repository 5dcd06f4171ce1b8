import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { StoreFault } from '../fault.ts';
import type { Home } from '../home.ts';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';
import { parseVerifierKey, type Signer, signerOf, type Verifier, verifierKey } from './note.ts';

/** The name under which a log signs, and the first line of its checkpoints. */
export function originOf(log: string): string {
  return `skillc/${log}`;
}

/** Makes the first key where there is none. */
export function ensureSigningKey(home: Home): void {
  writePrivateFile(home.signingKey, newKeyText(), true);
}

export function readSigner(home: Home, log: string): Signer {
  const pem = readPrivateFile(home.signingKey);
  if (pem === undefined) {
    throw new StoreFault('log/key-missing', `the key \`${home.signingKey}\` is gone`, 'skillc log rotate-key');
  }
  return signerOf(originOf(log), createPrivateKey(pem));
}

/** The keys whose signatures count, those of before a rotation too. */
export function readVerifiers(home: Home): readonly Verifier[] {
  return verifierLines(home).flatMap((line) => parseVerifierKey(line) ?? []);
}

export function verifierLines(home: Home): readonly string[] {
  return (readPrivateFile(home.verifiers) ?? '').split('\n').filter((line) => line !== '');
}

export function trust(home: Home, signer: Signer): string {
  const key = verifierKey(signer.name, signer.privateKey);
  const lines = verifierLines(home);
  if (!lines.includes(key)) writePrivateFile(home.verifiers, [...lines, key, ''].join('\n'));
  return key;
}

/** Puts a new key in place. The old one stays among those that count. */
export function replaceSigningKey(home: Home, log: string): Signer {
  const pem = newKeyText();
  const signer = signerOf(originOf(log), createPrivateKey(pem));
  // Trusted before it is used: a crash between the two leaves a key that signs nothing.
  trust(home, signer);
  writePrivateFile(home.signingKey, pem);
  return signer;
}

function newKeyText(): string {
  return String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
