import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { readHello } from '../../../src/exec/jail/client-hello.ts';

let named: Buffer;
let nameless: Buffer;

/** What a real client sends first. */
async function helloOf(servername: string): Promise<Buffer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const seen = new Promise<Buffer>((resolve) => {
    server.once('connection', (socket) => socket.on('error', () => undefined).once('data', resolve));
  });
  const client = connect({ host: '127.0.0.1', port, servername, ALPNProtocols: ['h2', 'http/1.1'] });
  client.on('error', () => undefined);
  const hello = await seen;
  client.destroy();
  server.close();
  return hello;
}

beforeAll(async () => {
  named = await helloOf('API.Example.com');
  nameless = await helloOf('');
});

test('the name that a client asks for, in lower case, or that it asks for none', () => {
  expect([readHello(named), readHello(nameless)]).toEqual([
    { kind: 'name', name: 'api.example.com' },
    { kind: 'nameless' },
  ]);
});

test('a part of it says that more must come, and what follows changes nothing', () => {
  const parts = Array.from({ length: named.length }, (_, length) => readHello(named.subarray(0, length)).kind);
  expect(new Set(parts)).toEqual(new Set(['more']));
  expect(readHello(Buffer.concat([named, Buffer.from('anything')]))).toEqual({ kind: 'name', name: 'api.example.com' });
});

/** The same message in records of so many bytes. */
function inRecords(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size);
    records.push(Buffer.from([0x16, 3, 1, part.length >> 8, part.length & 0xff]), part);
  }
  return Buffer.concat(records);
}

test.each([1, 3, 4, 50, 200])('records of %i bytes do not hide the name', (size) => {
  expect(readHello(inRecords(named, size))).toEqual({ kind: 'name', name: 'api.example.com' });
});

test.each([
  ['another protocol', Buffer.from('GET / HTTP/1.1\r\n')],
  ['ssh', Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')],
  ['SSL 2', Buffer.from([0x80, 0x2e, 1, 3, 1])],
  ['a record without content', Buffer.from([0x16, 3, 1, 0, 0])],
  ['another handshake', Buffer.from([0x16, 3, 1, 0, 4, 2, 0, 0, 0])],
  ['a message without end', Buffer.from([0x16, 3, 1, 0, 4, 1, 0xff, 0xff, 0xff])],
])('%s is no TLS for anybody', (_, bytes) => {
  expect(readHello(bytes)).toEqual({ kind: 'other' });
});

test('two names, and a name with strange letters, are none', () => {
  const at = named.indexOf('API.Example.com');
  const two = Buffer.from(named);
  // The list says that it is longer than its first name.
  two.writeUInt16BE(two.readUInt16BE(at - 5) + 1, at - 5);
  const strange = Buffer.from(named);
  strange[at + 3] = 0;
  expect([readHello(two), readHello(strange)]).toEqual([{ kind: 'other' }, { kind: 'other' }]);
});

test('any bytes give an answer', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.tuple(fc.nat(1_000), fc.nat(255)).map(([at, value]) => {
      const changed = Buffer.from(named);
      changed[at % changed.length] = value;
      return changed;
    }),
  );
  fc.assert(
    fc.property(bytes, (given) => {
      expect(['name', 'nameless', 'more', 'other']).toContain(readHello(given).kind);
    }),
    { numRuns: 2_000 },
  );
});
