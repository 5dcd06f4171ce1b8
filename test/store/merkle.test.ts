import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { random } from '../../scripts/fuzz/random.ts';
import { Frontier } from '../../src/store/chain/merkle.ts';
import { consistencyProof, includes, inclusionProof, isConsistent, treeRoot } from '../../src/store/chain/proofs.ts';

/** The inputs and roots of the reference implementation of RFC 6962. */
const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

function leaves(count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, at) => hash('sha256', `leaf ${at}`, 'buffer')));
}

describe('the tree', () => {
  it('has the roots of RFC 6962', () => {
    const tree = new Frontier();
    const found = inputs.map((input) => {
      tree.push(hash('sha256', Buffer.from(`00${input}`, 'hex'), 'buffer'));
      return tree.root().toString('hex');
    });
    expect(found).toEqual(roots);
    expect(new Frontier().root().toString('hex')).toBe(hash('sha256', '', 'hex'));
    expect(Frontier.fromBytes(tree.size, tree.bytes()).root().toString('hex')).toBe(roots[7]);
    expect(() => Frontier.fromBytes(7, tree.bytes())).toThrow();
  });

  it('proves every record in it, and every earlier size', () => {
    for (let size = 1; size <= 40; size++) {
      const all = leaves(size);
      const root = treeRoot(all);
      for (let at = 0; at < size; at++) {
        const leaf = all.subarray(at * 32, at * 32 + 32);
        expect(includes({ index: at, size, leaf, root, path: inclusionProof(all, at) })).toBe(true);
        const first = at + 1;
        const path = consistencyProof(all, first);
        expect(isConsistent({ first, firstRoot: treeRoot(all, 0, first), size, root, path })).toBe(true);
      }
    }
  });

  it('accepts none of 10,000 changed proofs', () => {
    const chance = random(212);
    const accepted: unknown[] = [];
    for (let n = 0; n < 5000; n++) {
      const size = 2 + chance.below(60);
      const all = leaves(size);
      const root = treeRoot(all);
      const index = chance.below(size);
      const claim = {
        index,
        size,
        leaf: all.subarray(index * 32, index * 32 + 32),
        root,
        path: inclusionProof(all, index),
      };
      const changed = { ...claim, ...change(chance.below(7), claim.path, chance.below) };
      if (includes(changed)) accepted.push(changed);
      const first = 1 + chance.below(size - 1);
      const proof = { first, firstRoot: treeRoot(all, 0, first), size, root, path: consistencyProof(all, first) };
      const {
        leaf,
        index: moved,
        ...rest
      } = change(chance.below(7), proof.path, chance.below) as Record<string, never>;
      const other = {
        ...proof,
        ...rest,
        ...(leaf === undefined ? {} : { firstRoot: leaf }),
        ...(moved === undefined ? {} : { first: size + 1 }),
      };
      if (isConsistent(other)) accepted.push(other);
    }
    expect(accepted).toEqual([]);
  });
});

/** One thing about a proof made wrong. */
function change(kind: number, path: readonly Buffer[], below: (limit: number) => number): object {
  const at = below(Math.max(1, path.length));
  const flipped = path.map((step, place) => (place === at ? flip(step, below(256)) : step));
  const noise = hash('sha256', `noise ${below(1e9)}`, 'buffer');
  switch (kind) {
    case 0:
      return path.length === 0 ? { root: noise } : { path: flipped };
    case 1:
      return { path: [...path, noise] };
    case 2:
      return path.length === 0 ? { root: noise } : { path: path.filter((_, place) => place !== at) };
    case 3:
      return { root: noise };
    case 4:
      return { leaf: noise };
    case 5:
      return { index: 1000 };
    default:
      return path.length < 2 ? { root: noise } : { path: [...path].reverse(), root: noise };
  }
}

function flip(bytes: Buffer, bit: number): Buffer {
  const out = Buffer.from(bytes);
  out[bit >> 3] = (out[bit >> 3] as number) ^ (1 << (bit & 7));
  return out;
}
