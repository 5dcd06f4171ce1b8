/**
 * A second verifier, written from docs/chain-format.md alone. It shares no code with src, and does everything in the plainest way: what
 * both accept is more likely to be right.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

type Parsed = null | boolean | number | string | Parsed[] | Map<string, Parsed>;

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Reads canonical JSON from bytes and refuses every other form. */
function readCanonical(bytes: Uint8Array): Parsed {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  let at = 0;
  const fail = (why: string): never => {
    throw new Error(`${why} at ${at}`);
  };
  const take = (token: string): void => {
    if (!text.startsWith(token, at)) fail(`expected ${token}`);
    at += token.length;
  };
  const readString = (): string => {
    take('"');
    let out = '';
    for (;;) {
      const char = text[at] ?? fail('string without end');
      at++;
      if (char === '"') return out;
      if (char < ' ') fail('raw control character');
      if (char !== '\\') {
        out += char;
        continue;
      }
      const sign = /^(?:["\\btnfr]|u00(?:0[0-7be-f]|1[0-9a-f]))/.exec(text.slice(at, at + 5))?.[0] ?? fail('escape');
      at += sign.length;
      const short: Record<string, string> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', '"': '"', '\\': '\\' };
      out += short[sign] ?? String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    }
  };
  const readList = <T>(open: string, close: string, item: () => T): T[] => {
    take(open);
    const items: T[] = [];
    if (text[at] !== close) {
      items.push(item());
      while (text[at] === ',') {
        at++;
        items.push(item());
      }
    }
    take(close);
    return items;
  };
  const readValue = (): Parsed => {
    const char = text[at];
    if (char === '"') return readString();
    if (char === '[') return readList('[', ']', readValue);
    if (char === '{') {
      const members = readList('{', '}', (): [string, Parsed] => {
        const name = readString();
        take(':');
        return [name, readValue()];
      });
      for (let index = 1; index < members.length; index++) {
        if ((members[index - 1] as [string, Parsed])[0] >= (members[index] as [string, Parsed])[0])
          fail('member order');
      }
      return new Map(members);
    }
    for (const [word, value] of [
      ['null', null],
      ['true', true],
      ['false', false],
    ] as const) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return value;
      }
    }
    const digits = /^(?:0|-?[1-9][0-9]*)/.exec(text.slice(at, at + 20))?.[0] ?? fail('unexpected character');
    at += digits.length;
    const value = Number(digits);
    return Number.isSafeInteger(value) ? value : fail('number too great');
  };
  const value = readValue();
  if (at !== text.length) fail('more after the end');
  return value;
}

function treeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return Buffer.from(leaves[0] as Uint8Array);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.from([1]), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)));
}

function frontierHash(leaves: readonly Uint8Array[]): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let power = 2 ** 30; power >= 1; power /= 2) {
    if (Math.floor(leaves.length / power) % 2 === 0) continue;
    parts.push(treeHash(leaves.slice(from, from + power)));
    from += power;
  }
  return Buffer.concat(parts);
}

const always = ['actor', 'at', 'data', 'id', 'kind', 'parents', 'seq', 'session'];
const sometimes = ['capability', 'decision', 'delegated_to', 'derived_from', 'resources'];

function checkRecord(bytes: Uint8Array, seq: number, before: number): { at: number; record: Map<string, Parsed> } {
  const record = readCanonical(bytes);
  if (!(record instanceof Map)) throw new Error('no object');
  for (const name of always) if (!record.has(name)) throw new Error(`no ${name}`);
  for (const name of record.keys()) if (![...always, ...sometimes].includes(name)) throw new Error(`unknown ${name}`);
  if (record.get('seq') !== seq || record.get('id') !== `evt_${seq}`) throw new Error('in the wrong place');
  const at = record.get('at');
  if (typeof at !== 'number' || at < before) throw new Error('back in time');
  for (const parent of record.get('parents') as Parsed[]) {
    const match = /^evt_(0|[1-9][0-9]*)$/.exec(String(parent));
    if (match === null || Number(match[1]) >= seq) throw new Error('parent does not come before');
  }
  return { at, record };
}

/** Gives size and root of a checkpoint that a listed key signed. */
function openNote(note: string, log: string, keys: readonly string[]): { size: number; root: Buffer } {
  const end = note.indexOf('\n\n');
  const text = note.slice(0, end + 1);
  const [origin, size, root, ...rest] = text.split('\n');
  if (origin !== `skillc/${log}` || !/^(0|[1-9][0-9]*)$/.test(size ?? '') || rest.join() !== '')
    throw new Error('no checkpoint');
  let valid = 0;
  for (const line of note
    .slice(end + 2)
    .split('\n')
    .slice(0, -1)) {
    const [dash, name, base64] = line.split(' ');
    const signature = Buffer.from(base64 ?? '', 'base64');
    if (dash !== '—' || signature.toString('base64') !== base64) throw new Error('signature line');
    for (const key of keys) {
      const [keyName, id, encoded] = [key.split('+')[0], key.split('+')[1], key.split('+').slice(2).join('+')];
      if (keyName !== name || id !== signature.subarray(0, 4).toString('hex')) continue;
      const raw = Buffer.from(encoded, 'base64');
      if (
        sha256(Buffer.from(`${keyName}\n`), raw)
          .subarray(0, 4)
          .toString('hex') !== id
      )
        throw new Error('key id');
      const publicKey = createPublicKey({
        key: { kty: 'OKP', crv: 'Ed25519', x: raw.subarray(1).toString('base64url') },
        format: 'jwk',
      });
      if (!verify(null, Buffer.from(text), publicKey, signature.subarray(4))) throw new Error('false signature');
      valid++;
    }
  }
  if (valid === 0) throw new Error('no listed key');
  const bytes = Buffer.from(root ?? '', 'base64');
  if (bytes.length !== 32 || bytes.toString('base64') !== root) throw new Error('no root');
  return { size: Number(size), root: bytes };
}

/** Every problem of a home's log, in words; none where it is right. */
export function problemsOf(home: string, anchors = `${home}-anchors`): string[] {
  const problems: string[] = [];
  const check = (what: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
    }
  };
  const demand = (what: string, right: boolean): void => {
    if (!right) problems.push(what);
  };
  const log = readFileSync(join(home, 'log-id'), 'utf8').trim();
  const keys = readFileSync(join(home, 'keys', 'verifiers'), 'utf8')
    .split('\n')
    .filter(Boolean);
  const db = new DatabaseSync(join(home, 'ledger.db'), { readOnly: true });
  const rows = db.prepare('SELECT seq, CAST(text AS BLOB) AS text, leaf FROM record ORDER BY seq').all();
  const head = db.prepare('SELECT log, size, frontier, at FROM head').get() ?? {};
  const checkpoints = db.prepare('SELECT size, note, anchored FROM checkpoint ORDER BY size').all();
  db.close();

  const leaves: Buffer[] = [];
  let before = 0;
  for (const [index, row] of rows.entries()) {
    const text = row.text as Uint8Array;
    const leaf = sha256(Buffer.from([0]), text);
    leaves.push(leaf);
    demand(`row ${index}: sequence`, row.seq === index);
    demand(`record ${row.seq}: hash`, leaf.equals(row.leaf as Uint8Array));
    check(`record ${row.seq}`, () => {
      const { at, record } = checkRecord(text, index, before);
      before = at;
      if (index > 0) return;
      const data = record.get('data') as Map<string, Parsed>;
      demand('start', record.get('kind') === 'log-started' && data.get('log') === log);
      demand('first key', keys.includes(String(data.get('key'))));
    });
  }
  demand('head', head.log === log && head.size === leaves.length && head.at === before);
  demand('frontier', frontierHash(leaves).equals((head.frontier ?? new Uint8Array()) as Uint8Array));

  const compare = (note: string): number => {
    const { size, root } = openNote(note, log, keys);
    if (size > leaves.length) throw new Error(`${size} records were signed`);
    if (!treeHash(leaves.slice(0, size)).equals(root)) throw new Error(`other root at ${size}`);
    return size;
  };
  for (const row of checkpoints) {
    check(`checkpoint ${row.size}`, () => demand('checkpoint size', compare(String(row.note)) === row.size));
  }
  const file = join(anchors, `${log}.notes`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of lines) check('anchor', () => compare(JSON.parse(line) as string));
  const anchored = checkpoints.filter((row) => row.anchored === 1).at(-1);
  demand('anchor is gone', anchored === undefined || lines.includes(JSON.stringify(anchored.note)));
  return problems;
}

/** Throws unless the leaves of an export give the root of its checkpoint. */
export function verifyExport(lines: readonly string[]): void {
  const [first, ...records] = lines.map((line) => JSON.parse(line));
  const { size, root } = openNote(first.checkpoint, first.log, first.verifiers);
  if (first.size !== size || records.length !== size) throw new Error('size');
  const leaves = records.map((record, seq) => {
    if (record.seq !== seq) throw new Error('sequence');
    if (record.type === 'redacted') return Buffer.from(record.leaf, 'hex');
    const text = Buffer.from(record.text);
    checkRecord(text, seq, 0);
    return sha256(Buffer.from([0]), text);
  });
  if (!treeHash(leaves).equals(root)) throw new Error('root');
}
