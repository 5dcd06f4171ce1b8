import { Buffer } from 'node:buffer';
import { generateKeyPairSync, hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openCheckpoint, parseVerifierKey, signCheckpoint, signerOf, verifierKey } from '../../src/store/chain/note.ts';
import { rotateKey } from '../../src/store/rotate-key.ts';
import { verifyHome } from '../../src/store/verify.ts';
import { newHome, open, warn } from './fixture.ts';
import { problemsOf } from './independent-verifier.ts';
import { tamper } from './tampering.ts';

const origin = 'skillc/test';
const root = hash('sha256', 'root', 'buffer');

function newKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const verifier = parseVerifierKey(verifierKey(origin, privateKey));
  if (verifier === undefined) throw new Error('the key does not read back');
  return { signer: signerOf(origin, privateKey), verifier };
}

describe('a checkpoint', () => {
  const [old, now, stranger] = [newKey(), newKey(), newKey()];
  const known = [old.verifier, now.verifier];
  const opened = { kind: 'checkpoint', checkpoint: { origin, size: 7, root } };
  const note = signCheckpoint({ origin, size: 7, root }, [now.signer]);

  it('counts with one valid signature of a known key, whoever else signed', () => {
    expect(openCheckpoint(note, origin, known)).toEqual(opened);
    const both = signCheckpoint({ origin, size: 7, root }, [stranger.signer, old.signer]);
    expect(openCheckpoint(both, origin, known)).toEqual(opened);
    const foreign = signCheckpoint({ origin, size: 7, root }, [stranger.signer]);
    expect(openCheckpoint(foreign, origin, known)).toEqual({ kind: 'bad', problem: 'has no signature of a known key' });
    expect(openCheckpoint(note, 'skillc/other', known)).toEqual({
      kind: 'bad',
      problem: 'is of another log, `skillc/test`',
    });
  });

  it('does not count with any bit changed', () => {
    const bytes = Buffer.from(note);
    const accepted: number[] = [];
    for (let at = 0; at < bytes.length * 8; at++) {
      const changed = Buffer.from(bytes);
      changed[at >> 3] = (changed[at >> 3] as number) ^ (1 << (at & 7));
      if (openCheckpoint(changed.toString('utf8'), origin, known).kind !== 'bad') accepted.push(at);
    }
    expect(accepted).toEqual([]);
  });

  it('has the key ids of the note format', () => {
    const key = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
    expect(parseVerifierKey(key)).toMatchObject({ name: 'sum.golang.org', id: '033de0ae' });
    expect(parseVerifierKey(key.replace('033de0ae', '033de0af'))).toBeUndefined();
  });
});

describe('a key that was replaced', () => {
  it('still counts for what it signed, and the new one for the rest', async () => {
    const home = newHome();
    const first = await open(home);
    await first.submit(warn({ n: 1 }));
    await first.close();
    const key = rotateKey(home);
    const second = await open(home);
    await second.submit(warn({ n: 2 }));
    await second.close();
    const { problems, checkpoints } = await verifyHome({ home });
    expect({ problems, checkpoints, second: problemsOf(home) }).toEqual({ problems: [], checkpoints: 2, second: [] });
    expect(key.startsWith('skillc/')).toBe(true);
  });

  it('does not make a stranger’s signature count', async () => {
    const home = newHome();
    const ledger = await open(home);
    await ledger.submit(warn({ n: 1 }));
    await ledger.close();
    const { log, root: head, size } = await verifyHome({ home });
    const name = `skillc/${log}`;
    const forged = signCheckpoint({ origin: name, size, root: Buffer.from(head, 'hex') }, [
      signerOf(name, generateKeyPairSync('ed25519').privateKey),
    ]);
    tamper(home, 'UPDATE checkpoint SET note = ?', forged);
    const { problems } = await verifyHome({ home });
    expect(problems.map(({ code }) => code)).toEqual(['checkpoint/bad', 'anchors/missing']);
    expect(problemsOf(home).length).toBeGreaterThan(0);
  });
});
