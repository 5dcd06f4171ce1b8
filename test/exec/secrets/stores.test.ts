import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgeFiles, ageStore } from '../../../src/exec/secrets/store/age-store.ts';
import { environmentStore } from '../../../src/exec/secrets/store/environment-store.ts';
import { type Keyring, keychainStore, mayHaveKeychain } from '../../../src/exec/secrets/store/keychain-store.ts';
import { memoryStore } from '../../../src/exec/secrets/store/memory-store.ts';
import type { SecretStore } from '../../../src/exec/secrets/store/store.ts';
import { secret } from './made.ts';

let home: string;
let files: AgeFiles;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skillc-secrets-'));
  files = { secrets: join(home, 'a/secrets.age'), identity: join(home, 'b/identity.txt') };
});
afterEach(() => rmSync(home, { recursive: true }));

async function keepsSecrets(store: SecretStore): Promise<void> {
  expect(await store.get('KEY')).toEqual({ kind: 'missing' });
  expect(await store.set('KEY', secret('correct-horse'))).toEqual({ kind: 'kept' });
  expect(await store.set('OTHER', secret('battery-staple'))).toEqual({ kind: 'kept' });
  const looked = await store.get('KEY');
  expect(looked.kind === 'found' && looked.value.reveal()).toBe('correct-horse');
  expect(await store.names()).toEqual({ kind: 'names', names: ['KEY', 'OTHER'] });
  expect(await store.remove('KEY')).toEqual({ kind: 'kept' });
  expect(await store.remove('KEY')).toEqual({ kind: 'missing' });
  expect(await store.names()).toEqual({ kind: 'names', names: ['OTHER'] });
}

describe('every store', () => {
  test('memory', () => keepsSecrets(memoryStore()));
  test('age file', () => keepsSecrets(ageStore(files)));
  test('age file with a passphrase', () => keepsSecrets(ageStore({ ...files, passphrase: 'open sesame', work: 4 })));
  test('keychain', async () => {
    const store = await keychainStore(session, 'skillc', async () => fakeKeyring());
    if (store.kind === 'refused') expect.fail(store.message);
    await keepsSecrets(store);
  });
});

describe('the age file', () => {
  const mode = (path: string): number => statSync(path).mode & 0o777;

  test('is owner-only, apart from its identity, and holds nothing in plain', async () => {
    await ageStore(files).set('KEY', secret('correct-horse'));
    expect([files.secrets, files.identity, join(home, 'a'), join(home, 'b')].map(mode)).toEqual([
      0o600, 0o600, 0o700, 0o700,
    ]);
    expect([readdirSync(join(home, 'a')), readdirSync(join(home, 'b'))]).toEqual([['secrets.age'], ['identity.txt']]);
    expect(readFileSync(files.secrets, 'latin1')).not.toMatch(/KEY|correct/);
    expect(readFileSync(files.identity, 'latin1')).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]+\n$/);
  });

  test('with a passphrase: the identity is sealed, another passphrase and none are refused', async () => {
    const sealed = { ...files, passphrase: 'open sesame', work: 4 };
    await ageStore(sealed).set('KEY', secret('correct-horse'));
    expect(readFileSync(files.identity, 'latin1')).not.toContain('AGE-SECRET-KEY');
    expect(await ageStore({ ...sealed, passphrase: 'wrong' }).get('KEY')).toMatchObject({
      code: 'secret/store-locked',
    });
    expect(await ageStore(files).get('KEY')).toMatchObject({ code: 'secret/store-locked' });
    expect(await ageStore(sealed).get('KEY')).toMatchObject({ kind: 'found' });
  });

  test.each<[string, (f: AgeFiles) => void, string]>([
    ['others can read the secrets', (f) => chmodSync(f.secrets, 0o640), 'secret/store-readable'],
    ['others can read the identity', (f) => chmodSync(f.identity, 0o604), 'secret/store-readable'],
    ['others can write the directory', (f) => chmodSync(join(f.secrets, '..'), 0o777), 'secret/store-writable'],
    ['the secrets are a link', (f) => toLink(f.secrets), 'secret/store-link'],
    ['the identity is a link', (f) => toLink(f.identity), 'secret/store-link'],
    ['the identity is gone', (f) => rmSync(f.identity), 'secret/store-no-identity'],
    ['one byte is different', (f) => flip(f.secrets), 'secret/store-damaged'],
    ['the identity is something else', (f) => writeFileSync(f.identity, 'hello'), 'secret/store-damaged'],
  ])('%s: refused for reading and writing, nothing is changed', async (_, spoil, code) => {
    const store = ageStore(files);
    await store.set('KEY', secret('correct-horse'));
    expect(await store.get('KEY')).toMatchObject({ kind: 'found' });
    spoil(files);
    const before = readFileSync(files.secrets, 'latin1');
    for (const answer of [await store.get('KEY'), await store.set('KEY', secret('another-one')), await store.names()])
      expect(answer).toMatchObject({ kind: 'refused', code });
    expect(readFileSync(files.secrets, 'latin1')).toBe(before);
  });

  test('processes that write at once lose nothing', async () => {
    const source = new URL('../../../src/exec/secrets/', import.meta.url).href;
    const program = `
      import { ageStore } from '${source}store/age-store.ts';
      import { SecretValue } from '${source}value.ts';
      const store = ageStore(${JSON.stringify(files)});
      for (let n = 0; n < 3; n += 1) {
        const kept = await store.set(process.argv[1] + n, SecretValue.of('correct-horse').value);
        if (kept.kind !== 'kept') throw new Error(kept.code);
      }`;
    const children = ['A', 'B', 'C'].map((name) =>
      spawn(process.execPath, ['--input-type=module', '-e', program, name], { stdio: 'inherit' }),
    );
    expect(await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))).toEqual([0, 0, 0]);
    expect(await ageStore(files).names()).toEqual({
      kind: 'names',
      names: ['A0', 'A1', 'A2', 'B0', 'B1', 'B2', 'C0', 'C1', 'C2'],
    });
  });
});

describe('the environment', () => {
  const environment = { CI_KEY: 'correct-horse', OTHER: 'battery-staple', SHORT: '4711', BROKEN: 'two\nlines-of-it' };
  const mapping = new Map(
    Object.entries({ KEY: 'CI_KEY', GONE: 'NOT_SET', PIN: 'SHORT', BAD: 'BROKEN', X: 'toString' }),
  );
  const store = environmentStore(mapping, environment);

  test('gives what is mapped and nothing else', async () => {
    const looked = await store.get('KEY');
    expect(looked.kind === 'found' && looked.value.reveal()).toBe('correct-horse');
    for (const name of ['CI_KEY', 'OTHER', 'GONE', 'X']) expect(await store.get(name)).toEqual({ kind: 'missing' });
    expect(await store.get('PIN')).toMatchObject({ code: 'secret/too-short' });
    expect(await environmentStore(mapping, environment, { allowShort: true }).get('PIN')).toMatchObject({
      kind: 'found',
    });
    expect(await store.get('BAD')).toMatchObject({ code: 'secret/line-break' });
  });

  test('is not written', async () => {
    expect(await store.set('KEY', secret('another-one'))).toMatchObject({ code: 'secret/store-read-only' });
    expect(await store.remove('KEY')).toMatchObject({ code: 'secret/store-read-only' });
  });
});

const session = {
  platform: 'linux',
  environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  exists: () => false,
};

describe('the keychain', () => {
  test('is looked for only where a session bus is', () => {
    const on = (platform: string, environment: Record<string, string>, bus = false): boolean =>
      mayHaveKeychain({ platform, environment, exists: (path) => bus && path === '/run/user/1/bus' });
    expect([on('darwin', {}), on('win32', {}), on('linux', { XDG_RUNTIME_DIR: '/run/user/1' }, true)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([on('linux', {}), on('linux', { XDG_RUNTIME_DIR: '/run/user/1' }), on('aix', {})]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('without a bus the package is not even loaded', async () => {
    const load = async (): Promise<Keyring> => expect.fail('loaded');
    expect(await keychainStore({ ...session, environment: {} }, 'skillc', load)).toMatchObject({
      code: 'secret/store-unavailable',
    });
  });

  test('a missing package, and a bus that does not answer, mean no keychain', async () => {
    const broken = async (): Promise<Keyring> => Promise.reject(new Error('Cannot find package'));
    expect(await keychainStore(session, 'skillc', broken)).toEqual({
      kind: 'refused',
      code: 'secret/store-unavailable',
      message: 'no keychain answers',
    });
  });

  test('the real package on a bus that is not there', async () => {
    const source = new URL('../../../src/exec/secrets/store/keychain-store.ts', import.meta.url).href;
    const program = `
      import { keychainStore } from '${source}';
      const store = await keychainStore({ platform: 'linux', environment: process.env, exists: () => false });
      process.exit(store.code === 'secret/store-unavailable' ? 0 : 1);`;
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit', env });
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  test('what it throws is not passed on', async () => {
    const store = await keychainStore(session, 'skillc', async () => fakeKeyring('correct-horse'));
    if (store.kind === 'refused') expect.fail(store.message);
    const kept = await store.set('KEY', secret('correct-horse'));
    expect(kept).toMatchObject({ code: 'secret/store-unavailable' });
    expect(JSON.stringify(kept)).not.toContain('horse');
  });
});

function fakeKeyring(failure?: string): Keyring {
  const kept = new Map<string, string>();
  return {
    AsyncEntry: class {
      readonly #account: string;
      constructor(_service: string, account: string, options: { linux: { store: string } }) {
        expect(options).toEqual({ linux: { store: 'secret-service' } });
        this.#account = account;
      }
      async getPassword(): Promise<string | null> {
        return kept.get(this.#account) ?? null;
      }
      async setPassword(password: string): Promise<void> {
        if (failure !== undefined) throw new Error(`cannot store ${failure}`);
        kept.set(this.#account, password);
      }
      async deleteCredential(): Promise<boolean> {
        return kept.delete(this.#account);
      }
    },
  };
}

function toLink(path: string): void {
  const bytes = readFileSync(path);
  rmSync(path);
  writeFileSync(`${path}.real`, bytes, { mode: 0o600 });
  symlinkSync(`${path}.real`, path);
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 3] = (bytes.at(-3) ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
