import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raw, rawInTunnel, verdict } from './raw.ts';
import { type Api, api, network, type Run, startRun } from './run.ts';

let server: Api;
let run: Run;

beforeAll(async () => {
  server = await api();
  run = await startRun({
    ceiling: [network('GET', server.origin, '/v1/*')],
    limits: { headMs: 300, requestMs: 300, idleMs: 300 },
  });
});

afterAll(async () => {
  await run.close();
  await server.close();
});

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'GET ',
      'POST ',
      'CONNECT ',
      '/v1/a',
      '/admin',
      ' HTTP/1.1\r\n',
      ' HTTP/1.0\r\n',
      '\r\n',
      '\n',
      '\r',
      '\0',
      ' ',
      '\t',
      ':',
    ],
    ...[
      'Host: localhost:PORT\r\n',
      'Host: evil.test\r\n',
      'Content-Length: 5\r\n',
      'Transfer-Encoding: chunked\r\n',
      '5\r\nhello\r\n',
      '0\r\n\r\n',
    ],
    ...[
      'http://localhost:PORT/v1/a',
      'https://evil.test/',
      'localhost:PORT',
      'Connection: close\r\n',
      'Upgrade: h2c\r\n',
    ],
  ),
  fc.string({ maxLength: 10 }),
);
const request = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));

test('whatever bytes come, only granted requests go out, and the proxy still answers', async () => {
  await fc.assert(
    fc.asyncProperty(request, fc.boolean(), async (text, tunnelled) => {
      const bytes = `${text.replaceAll('PORT', String(server.port))}\r\n\r\n`;
      if (tunnelled) await rawInTunnel(run.egress, `localhost:${server.port}`, bytes);
      else await raw(run.egress, bytes);
      expect(server.seen.filter(({ method, url }) => method !== 'GET' || !/^\/v1\/[^/]+$/.test(url))).toEqual([]);
    }),
    { numRuns: 200 },
  );
  const fine = await rawInTunnel(
    run.egress,
    `localhost:${server.port}`,
    `GET /v1/a HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`,
  );
  expect(verdict(fine)).toBe('200');
});
