import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSnapshots } from '../../src/store/snapshots.ts';
import { newHome } from './fixture.ts';

it('gives the bytes that were put, and never others', () => {
  const home = newHome();
  const snapshots = openSnapshots(home);
  const digest = snapshots.put(Buffer.from('hello'));
  expect(digest).toBe('sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
  expect(Buffer.from(snapshots.get(digest) ?? []).toString()).toBe('hello');
  expect(snapshots.get(`sha256:${'0'.repeat(64)}`)).toBeUndefined();
  expect(() => snapshots.get('sha256:../../log-id')).toThrow('is no digest');
  const file = join(home, 'blobs', '2c', digest.slice(7));
  expect(readdirSync(join(home, 'blobs', '2c'))).toEqual([digest.slice(7)]);
  writeFileSync(file, 'hellO');
  expect(() => snapshots.get(digest)).toThrow('was changed');
  expect(snapshots.put(Buffer.from('hello'))).toBe(digest);
  expect(Buffer.from(snapshots.get(digest) ?? []).toString()).toBe('hello');
});
