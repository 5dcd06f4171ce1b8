import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersTo, openTunnel, raw, rawInTunnel, verdict } from './raw.ts';
import { type Api, api, network, type RunOptions, startRun } from './run.ts';

let server: Api;
const slow = { now: 0, most: 0 };
beforeAll(async () => {
  server = await api((seen, response) => {
    if (seen.url === '/v1/endless') {
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(timer));
    } else if (seen.url === '/v1/slow') {
      slow.now += 1;
      slow.most = Math.max(slow.most, slow.now);
      setTimeout(() => {
        slow.now -= 1;
        response.end('slow');
      }, 50);
    } else response.end('ok');
  });
});
afterAll(() => server.close());

const start = (limits: RunOptions['limits'], more: Partial<RunOptions> = {}) =>
  startRun({ ceiling: [network('*', server.origin, '/v1/*')], ...(limits === undefined ? {} : { limits }), ...more });
const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\n${more}\r\n`;

test('a run has so many requests, however they are sent, and the last refusal says so once', async () => {
  const run = await start({ requests: 5 });
  const authority = `localhost:${server.port}`;
  const before = server.seen.length;
  // The tunnel itself is the first.
  const answers = await rawInTunnel(run.egress, authority, request('/v1/a').repeat(10), { answers: 10 });
  const late = await raw(run.egress, `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  await run.close();
  expect([statuses, verdict(late), server.seen.length - before, run.denials.map(({ code }) => code)]).toEqual([
    ['200', '200', '200', '200', '429', '429', '429', '429', '429', '429'],
    '429 egress/requests',
    4,
    ['egress/requests'],
  ]);
});

test('only so many calls run at once; the others wait and are answered', async () => {
  const run = await start({ inFlight: 2 });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => rawInTunnel(run.egress, `localhost:${server.port}`, request('/v1/slow'))),
  );
  await run.close();
  expect([answers.map(verdict), run.calls.length, slow.most]).toEqual([Array(6).fill('200'), 6, 2]);
});

test('too many connections are dropped and recorded, and those that are left still work', async () => {
  const run = await start({ connections: 3 });
  const idle = Array.from({ length: 3 }, () => connect(run.egress.socket));
  await pause(50);
  const refused = await raw(run.egress, `CONNECT localhost:${server.port} HTTP/1.1\r\nHost: x\r\n\r\n`);
  for (const socket of idle) socket.destroy();
  await pause(50);
  const taken = await rawInTunnel(run.egress, `localhost:${server.port}`, request('/v1/a'));
  await run.close();
  expect([refused, verdict(taken), run.denials.map(({ code }) => code)]).toEqual(['', '200', ['egress/connections']]);
});

test('who sends a head byte by byte, a body never, or no TLS at all is let go', async () => {
  const run = await start({ headMs: 300, requestMs: 600, idleMs: 300 });
  const authority = `localhost:${server.port}`;
  const slowHead = await raw(run.egress, 'CONNECT localhost');
  const slowInside = await rawInTunnel(run.egress, authority, 'GET /v1/a HTTP/1.1\r\n');
  const slowBody = await rawInTunnel(
    run.egress,
    authority,
    request('/v1/a', 'Content-Length: 100\r\n').replace('GET', 'POST'),
  );
  const noTls = await answersTo(connect(run.egress.socket), `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`, 2);
  const tunnel = await openTunnel(run.egress, authority);
  const silent = typeof tunnel === 'string' ? tunnel : await answersTo(tunnel, '', 1);
  const fine = await rawInTunnel(run.egress, authority, request('/v1/a'));
  await run.close();
  expect([slowHead, slowInside, slowBody].map(verdict)).toEqual([
    '408 egress/too-slow',
    '408 egress/too-slow',
    '408 egress/too-slow',
  ]);
  expect([noTls, verdict(silent), verdict(fine)]).toEqual([
    'HTTP/1.1 200 Connection established\r\n\r\n',
    '408 egress/too-slow',
    '200',
  ]);
});

test('certificates are made for so many names', async () => {
  const run = await start({ hosts: 2 });
  const verdicts = [];
  for (const name of ['a.test', 'b.test', 'c.test', 'a.test'])
    verdicts.push(verdict(await rawInTunnel(run.egress, `${name}:443`, `GET / HTTP/1.1\r\nHost: ${name}\r\n\r\n`)));
  await run.close();
  expect(verdicts).toEqual(['403 ceiling/network', '403 ceiling/network', '403 egress/hosts', '403 ceiling/network']);
});

test('an answer without end is bounded by the budget', async () => {
  const run = await start({}, { networkBytes: 200_000 });
  const answer = await rawInTunnel(run.egress, `localhost:${server.port}`, request('/v1/endless'));
  await run.close();
  expect(verdict(answer)).toBe('429 limit/bytes');
});

test('code that hangs up stops its call, and the end of the run stops everything', async () => {
  const run = await start({});
  const tunnel = await openTunnel(run.egress, `localhost:${server.port}`);
  if (typeof tunnel === 'string') throw new Error(tunnel);
  tunnel.write(request('/v1/endless'));
  await pause(100);
  tunnel.destroy();
  await expect.poll(() => run.calls.map(({ result }) => result.status)).toEqual(['failed']);
  const another = await openTunnel(run.egress, `localhost:${server.port}`);
  if (typeof another === 'string') throw new Error(another);
  const cut = answersTo(another, request('/v1/endless'), 1);
  await pause(100);
  await run.close();
  const gone = await raw(run.egress, request('/v1/a'));
  expect([await cut, gone]).toEqual(['', '']);
});
