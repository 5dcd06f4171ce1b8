import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHome } from '../../src/store/home.ts';
import { openSnapshots } from '../../src/store/snapshots.ts';
import { codeOf, newHome, open, temporaryDirectory, warn } from './fixture.ts';

describe('a home', () => {
  it('is the owner’s only, with every file in it and in the second place', async () => {
    const home = newHome();
    const before = process.umask(0);
    try {
      const ledger = await open(home);
      await ledger.submit(warn({ n: 1 }));
      openSnapshots(home).put(Buffer.from('bytes'));
      const modes = [...modesIn(home), ...modesIn(`${home}-anchors`)];
      expect(modes.filter(([, mode]) => mode !== 'd700' && mode !== 'f600')).toEqual([]);
      expect(modes.map(([path]) => path.slice(home.length))).toEqual(
        expect.arrayContaining(['/ledger.db', '/ledger.db-wal', '/log-id', '/keys/signing.pem', '-anchors']),
      );
    } finally {
      process.umask(before);
    }
  });

  it('closes to others what they could read, and refuses what they could write', () => {
    const home = newHome();
    mkdirSync(home, { mode: 0o755 });
    openHome(home);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    chmodSync(home, 0o770);
    expect(refusal(() => openHome(home))).toBe('home/writable-by-others');
    chmodSync(home, 0o700);
    chmodSync(join(home, 'keys'), 0o702);
    expect(refusal(() => openHome(home))).toBe('home/writable-by-others');
  });

  it('refuses a directory above it that others can change', () => {
    const parent = temporaryDirectory();
    chmodSync(parent, 0o777);
    expect(refusal(() => openHome(join(parent, 'home')))).toBe('home/unsafe-parent');
    chmodSync(parent, 0o755);
    expect(openHome(join(parent, 'home')).root).toBe(join(parent, 'home'));
  });

  it('may be the user’s link to the user’s directory, and no other link', async () => {
    const parent = temporaryDirectory();
    mkdirSync(join(parent, 'real'), { mode: 0o700 });
    symlinkSync(join(parent, 'real'), join(parent, 'home'));
    expect(openHome(join(parent, 'home')).root).toBe(join(parent, 'real'));
    symlinkSync(join(parent, 'nowhere'), join(parent, 'dangling'));
    expect(refusal(() => openHome(join(parent, 'dangling')))).toBe('home/foreign-link');
    symlinkSync('/etc/passwd', join(parent, 'real', 'ledger.db'));
    await expect(open(join(parent, 'home'))).rejects.toMatchObject({ code: 'home/not-a-file' });
  });

  it('does not keep its anchors in itself', () => {
    const home = newHome();
    expect(refusal(() => openHome(home, join(home, 'anchors')))).toBe('home/anchors-inside');
    expect(openHome(home, `${home}-elsewhere`).anchors).toBe(`${home}-elsewhere`);
  });
});

function refusal(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

function modesIn(path: string): [string, string][] {
  const found = lstatSync(path);
  const mode = `${found.isDirectory() ? 'd' : 'f'}${(found.mode & 0o777).toString(8)}`;
  const inside = found.isDirectory() ? readdirSync(path).flatMap((name) => modesIn(join(path, name))) : [];
  return [[path, mode], ...inside];
}
