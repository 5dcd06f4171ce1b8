import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { SecretValue } from '../value.ts';
import { whileLocked } from './file-lock.ts';
import { createPrivate, makeDirectory, readPrivate, writePrivate } from './private-file.ts';
import { type Kept, refusal, type SecretStore, type StoreRefusal } from './store.ts';

export interface AgeFiles {
  /** The encrypted secrets. */
  readonly secrets: string;
  /** The identity that opens them, in a file of its own: a copy of one file alone is worth nothing. */
  readonly identity: string;
  /** Asked for when the identity is made or read; the identity is then itself encrypted with it. */
  readonly passphrase?: string;
  /** Base-2 logarithm of the work that a passphrase costs. Tests lower it. */
  readonly work?: number;
}

type Opened = { readonly kind: 'open'; readonly values: ReadonlyMap<string, string>; readonly identity: string };

/** Secrets in one age file. Every change reads, changes and replaces the file while others wait. */
export function ageStore(files: AgeFiles): SecretStore {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
  const change = (work: () => Promise<Kept>): Promise<Kept> =>
    inTurn(async () => (await makeDirectory(files.secrets)) ?? whileLocked(files.secrets, work));
  return {
    kind: 'age-file',
    get: (name) =>
      inTurn(async () => {
        const opened = await openFile(files, false);
        if (opened.kind !== 'open') return opened;
        const text = opened.values.get(name);
        if (text === undefined) return { kind: 'missing' };
        const made = SecretValue.of(text, { allowShort: true });
        return made.kind === 'value' ? { kind: 'found', value: made.value } : damaged(files);
      }),
    set: (name, value) =>
      change(async () => {
        const opened = await openFile(files, true);
        if (opened.kind === 'refused') return opened;
        if (opened.kind === 'missing') return damaged(files);
        return save(files, opened.identity, new Map(opened.values).set(name, value.reveal()));
      }),
    remove: (name) =>
      change(async () => {
        const opened = await openFile(files, false);
        if (opened.kind !== 'open') return opened;
        const values = new Map(opened.values);
        return values.delete(name) ? save(files, opened.identity, values) : { kind: 'missing' };
      }),
    names: () =>
      inTurn(async () => {
        const opened = await openFile(files, false);
        if (opened.kind === 'refused') return opened;
        return { kind: 'names', names: opened.kind === 'open' ? [...opened.values.keys()].sort() : [] };
      }),
  };
}

async function openFile(files: AgeFiles, make: boolean): Promise<Opened | { readonly kind: 'missing' } | StoreRefusal> {
  const sealed = await readPrivate(files.secrets);
  if (sealed.kind === 'refused') return sealed;
  const identity = await identityOf(files, make && sealed.kind === 'missing');
  if (typeof identity !== 'string') {
    if (identity.kind === 'missing' && sealed.kind === 'bytes')
      return refusal('store-no-identity', `${files.identity} is missing: it opens ${files.secrets}`);
    return identity;
  }
  if (sealed.kind === 'missing') return { kind: 'open', values: new Map(), identity };
  try {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    return { kind: 'open', values: readValues(await decrypter.decrypt(sealed.bytes, 'text')), identity };
  } catch {
    return damaged(files);
  }
}

async function identityOf(
  files: AgeFiles,
  make: boolean,
): Promise<string | { readonly kind: 'missing' } | StoreRefusal> {
  const read = await readPrivate(files.identity);
  if (read.kind === 'refused') return read;
  if (read.kind === 'bytes') return unsealIdentity(files, read.bytes);
  if (!make) return read;
  const identity = await generateX25519Identity();
  const created = await createPrivate(files.identity, await sealIdentity(files, identity));
  if (created === true) return identity;
  return created === false ? identityOf(files, false) : created;
}

async function sealIdentity(files: AgeFiles, identity: string): Promise<Uint8Array> {
  if (files.passphrase === undefined) return Buffer.from(`${identity}\n`);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(files.passphrase);
  if (files.work !== undefined) encrypter.setScryptWorkFactor(files.work);
  return encrypter.encrypt(identity);
}

async function unsealIdentity(files: AgeFiles, bytes: Uint8Array): Promise<string | StoreRefusal> {
  const text = Buffer.from(bytes).toString('latin1');
  if (text.startsWith('AGE-SECRET-KEY-1'))
    return /^AGE-SECRET-KEY-1[A-Z0-9]+\n?$/.test(text) ? text.trim() : damagedIdentity(files);
  if (!text.startsWith('age-encryption.org/')) return damagedIdentity(files);
  if (files.passphrase === undefined)
    return refusal('store-locked', `${files.identity} is protected by a passphrase and none was given`);
  try {
    const decrypter = new Decrypter();
    decrypter.addPassphrase(files.passphrase);
    return await decrypter.decrypt(bytes, 'text');
  } catch {
    return refusal('store-locked', `the passphrase does not open ${files.identity}`);
  }
}

async function save(files: AgeFiles, identity: string, values: ReadonlyMap<string, string>): Promise<Kept> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const text = JSON.stringify({ version: 1, secrets: [...values].sort(([a], [b]) => (a < b ? -1 : 1)) });
  return (await writePrivate(files.secrets, await encrypter.encrypt(text))) ?? { kind: 'kept' };
}

/** Throws on anything that `save` does not write: the caller says that the file is damaged. */
function readValues(text: string): ReadonlyMap<string, string> {
  const data = JSON.parse(text) as { readonly version?: unknown; readonly secrets?: unknown };
  if (data.version !== 1 || !Array.isArray(data.secrets)) throw new Error('not a file of secrets');
  return new Map(
    data.secrets.map((pair: unknown) => {
      if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== 'string' || typeof pair[1] !== 'string')
        throw new Error('not a file of secrets');
      return [pair[0], pair[1]];
    }),
  );
}

function damaged(files: AgeFiles): StoreRefusal {
  return refusal('store-damaged', `${files.secrets} cannot be decrypted with ${files.identity}`);
}

function damagedIdentity(files: AgeFiles): StoreRefusal {
  return refusal('store-damaged', `${files.identity} is not an age identity`);
}
