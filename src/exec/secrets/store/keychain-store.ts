import { SecretValue } from '../value.ts';
import { refusal, type SecretStore, type StoreRefusal } from './store.ts';

/** The part of @napi-rs/keyring that is used. */
export interface Keyring {
  readonly AsyncEntry: new (
    service: string,
    account: string,
    options: { readonly linux: { readonly store: 'secret-service' } },
  ) => KeyringEntry;
}

interface KeyringEntry {
  getPassword(): Promise<string | null>;
  setPassword(password: string): Promise<void>;
  deleteCredential(): Promise<boolean>;
}

export interface Surroundings {
  readonly platform: string;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly exists: (path: string) => boolean;
}

/** Linux has a keychain only in a session with a message bus; a server or container has none. */
export function mayHaveKeychain({ platform, environment, exists }: Surroundings): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  if (platform !== 'linux') return false;
  if ((environment.DBUS_SESSION_BUS_ADDRESS ?? '') !== '') return true;
  const runtime = environment.XDG_RUNTIME_DIR ?? '';
  return runtime.startsWith('/') && exists(`${runtime}/bus`);
}

/** An account that no secret can be named like. */
const INDEX = 'skillc:names';

/** The system's keychain. Without a session bus, or without the optional package, there is none. */
export async function keychainStore(
  surroundings: Surroundings,
  service = 'skillc',
  load: () => Promise<Keyring> = loadKeyring,
): Promise<SecretStore | StoreRefusal> {
  if (!mayHaveKeychain(surroundings))
    return refusal('store-unavailable', 'there is no session bus to reach a keychain');
  try {
    const { AsyncEntry } = await load();
    // Left to itself the package falls back to the kernel's keyring, which forgets everything at the next start.
    const entry = (account: string): KeyringEntry =>
      new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
    await entry(INDEX).getPassword();
    return storeOn(entry);
  } catch {
    return refusal('store-unavailable', 'no keychain answers');
  }
}

function storeOn(entry: (account: string) => KeyringEntry): SecretStore {
  const listed = async (): Promise<readonly string[]> => namesIn(await entry(INDEX).getPassword());
  const list = (names: ReadonlySet<string>): Promise<void> =>
    entry(INDEX).setPassword(JSON.stringify([...names].sort()));
  return {
    kind: 'keychain',
    get: (name) =>
      guarded(async () => {
        const text = await entry(name).getPassword();
        if (text === null) return { kind: 'missing' };
        const made = SecretValue.of(text, { allowShort: true });
        return made.kind === 'value' ? { kind: 'found', value: made.value } : made;
      }),
    set: (name, value) =>
      guarded(async () => {
        await entry(name).setPassword(value.reveal());
        await list(new Set([...(await listed()), name]));
        return { kind: 'kept' };
      }),
    remove: (name) =>
      guarded(async () => {
        const removed = await entry(name).deleteCredential();
        await list(new Set((await listed()).filter((other) => other !== name)));
        return { kind: removed ? 'kept' : 'missing' };
      }),
    names: () => guarded(async () => ({ kind: 'names', names: await listed() })),
  };
}

/** What a keychain throws may hold anything; it is not passed on. */
async function guarded<T>(work: () => Promise<T>): Promise<T | StoreRefusal> {
  try {
    return await work();
  } catch {
    return refusal('store-unavailable', 'the keychain does not answer or is locked');
  }
}

function namesIn(text: string | null): readonly string[] {
  const names: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

async function loadKeyring(): Promise<Keyring> {
  return (await import('@napi-rs/keyring')) as unknown as Keyring;
}
