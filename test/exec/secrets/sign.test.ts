import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Broker, type CallSecrets } from '../../../src/exec/secrets/broker.ts';
import { longestMessage, type SignRequest, signAlgorithms, signSlot } from '../../../src/exec/secrets/sign.ts';
import { memoryStore } from '../../../src/exec/secrets/store/memory-store.ts';
import { secret } from './made.ts';

const key = 'whsec-3f9c1d77ä';
const origin = 'https://api.example.com';

async function secretsFor(slots: readonly string[]): Promise<CallSecrets> {
  const broker = new Broker({
    store: memoryStore(new Map([['KEY', secret(key)]])),
    timeoutMs: 1_000,
    random: randomBytes,
  });
  const uses = slots.map((slot) => ({ name: 'KEY', origin, slot }));
  const bindings = uses.map((use) => ({ ...use, skill: 'shop' }));
  const opened = await broker.open({ call: 'call_1', skill: 'shop', uses, bindings, loopback: false });
  return opened.kind === 'open' ? opened.secrets : expect.fail(opened.message);
}

const message = Buffer.from('1700000000.{"a": "é\0"}\n');
const request: SignRequest = { name: 'KEY', origin, algorithm: 'sha256', bytes: message, encoding: 'hex' };

test.each(signAlgorithms)('signs with %s as openssl does, in both encodings', async (algorithm) => {
  const { sign } = await secretsFor([signSlot(algorithm)]);
  const out = execFileSync('openssl', ['dgst', `-${algorithm}`, '-hmac', key, '-binary'], { input: message });
  const signed = (encoding: 'hex' | 'base64') => sign({ ...request, algorithm, encoding });
  expect([signed('hex'), signed('base64')]).toEqual([
    { kind: 'signed', signature: out.toString('hex') },
    { kind: 'signed', signature: out.toString('base64') },
  ]);
});

test('only where the plan grants signing: not with another algorithm, for another origin, or by another name', async () => {
  const { sign } = await secretsFor(['hmac:sha256']);
  const codes = [
    request,
    { ...request, algorithm: 'sha1' as const },
    { ...request, origin: 'https://evil.example' },
    { ...request, name: 'OTHER' },
  ].map((one) => {
    const signed = sign(one);
    return signed.kind === 'signed' ? 'signed' : signed.code;
  });
  expect(codes).toEqual(['signed', 'secret/not-bound', 'secret/not-bound', 'secret/not-bound']);
});

test('a secret that may be sent may not be used to sign, and the other way round', async () => {
  const sending = await secretsFor(['header:authorization', 'body:/key']);
  const signing = await secretsFor(['hmac:sha256']);
  const body = [{ secret: 'KEY', slot: 'body:/key' }];
  const slot = [{ secret: 'KEY', slot: 'hmac:sha256' }];
  expect([
    sending.sign(request).kind,
    (await sending.fill(body, origin)).kind,
    signing.sign(request).kind,
    (await signing.fill(body, origin)).kind,
    // Signing is no place in a request.
    await signing.fill(slot, origin),
  ]).toEqual([
    'refused',
    'filled',
    'signed',
    'refused',
    expect.objectContaining({ kind: 'refused', code: 'secret/unfit-value' }),
  ]);
});

test('no more than so many bytes, and nothing once the call has ended', async () => {
  const secrets = await secretsFor(['hmac:sha256']);
  const most = secrets.sign({ ...request, bytes: new Uint8Array(longestMessage) });
  const more = secrets.sign({ ...request, bytes: new Uint8Array(longestMessage + 1) });
  secrets.close();
  expect([most.kind, more, secrets.sign(request)]).toEqual([
    'signed',
    {
      kind: 'refused',
      code: 'secret/too-long',
      message: `a message of more than ${longestMessage} bytes is not signed`,
      remedy: 'sign its hash',
    },
    expect.objectContaining({ kind: 'refused', code: 'secret/missing' }),
  ]);
});
