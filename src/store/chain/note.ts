import { Buffer } from 'node:buffer';
import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** Checkpoints as signed notes: c2sp.org/tlog-checkpoint in c2sp.org/signed-note, Ed25519. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

export interface Signer {
  readonly name: string;
  readonly id: Buffer;
  readonly privateKey: KeyObject;
}

export interface Verifier {
  readonly name: string;
  readonly id: string;
  readonly publicKey: KeyObject;
}

/** A DER-encoded Ed25519 public key is this and the 32 bytes of the key. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

export function rawPublicKey(key: KeyObject): Buffer {
  return (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }).subarray(-32);
}

function keyId(name: string, raw: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([1]), raw]), 'buffer').subarray(0, 4);
}

export function signerOf(name: string, privateKey: KeyObject): Signer {
  return { name, privateKey, id: keyId(name, rawPublicKey(privateKey)) };
}

export function verifierKey(name: string, key: KeyObject): string {
  const raw = rawPublicKey(key);
  return `${name}+${keyId(name, raw).toString('hex')}+${Buffer.concat([Buffer.from([1]), raw]).toString('base64')}`;
}

/** Reads `name+id+key`; undefined where it is not one of Ed25519 or its id is not that of its key. */
export function parseVerifierKey(text: string): Verifier | undefined {
  const match = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(text);
  if (match === null) return undefined;
  const [, name = '', id = '', encoded = ''] = match;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 33 || bytes[0] !== 1 || bytes.toString('base64') !== encoded) return undefined;
  const raw = bytes.subarray(1);
  if (keyId(name, raw).toString('hex') !== id) return undefined;
  const publicKey = createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' });
  return { name, id, publicKey };
}

export function signCheckpoint(checkpoint: Checkpoint, signers: readonly Signer[]): string {
  const text = `${checkpoint.origin}\n${checkpoint.size}\n${checkpoint.root.toString('base64')}\n`;
  const lines = signers.map((signer) => {
    const signature = sign(null, Buffer.from(text), signer.privateKey);
    return `— ${signer.name} ${Buffer.concat([signer.id, signature]).toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

export type OpenedNote =
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'bad'; readonly problem: string };

const form = /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n((?:— [^ \n]+ [A-Za-z0-9+/]+=*\n)+)$/u;

/** Opens a note: signatures of unknown keys are ignored, those of known ones must be right, and there must be one. */
export function openCheckpoint(note: string, origin: string, verifiers: readonly Verifier[]): OpenedNote {
  const match = form.exec(note);
  if (match === null) return { kind: 'bad', problem: 'is not a signed checkpoint' };
  const [, named = '', size = '', root = '', lines = ''] = match;
  const rootBytes = Buffer.from(root, 'base64');
  if (rootBytes.toString('base64') !== root) return { kind: 'bad', problem: 'is not a signed checkpoint' };
  if (named !== origin) return { kind: 'bad', problem: `is of another log, \`${named}\`` };
  const text = Buffer.from(note.slice(0, note.length - lines.length - 1));
  let valid = 0;
  for (const line of lines.trimEnd().split('\n')) {
    const [, name = '', encoded = ''] = line.split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.toString('base64') !== encoded) return { kind: 'bad', problem: 'has a signature that is not base64' };
    const id = bytes.subarray(0, 4).toString('hex');
    const verifier = verifiers.find((one) => one.name === name && one.id === id);
    if (verifier === undefined) continue;
    if (!verify(null, text, verifier.publicKey, bytes.subarray(4)))
      return { kind: 'bad', problem: 'has a false signature' };
    valid++;
  }
  if (valid === 0) return { kind: 'bad', problem: 'has no signature of a known key' };
  return { kind: 'checkpoint', checkpoint: { origin, size: Number(size), root: rootBytes } };
}
