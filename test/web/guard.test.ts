import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newConsoleCode } from '../../src/host/index.ts';
import { newClient } from '../mcp/mcp-home.ts';
import { raw, transportTo, type WebHome, webHome } from './web-home.ts';

let at: WebHome;
let host: string;

beforeAll(async () => {
  at = await webHome();
  host = new URL(at.web.url).host;
});

afterAll(() => at.close());

const greeting = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});

/** The status of a greeting, or of a look at the inbox. */
async function asked(path: '/mcp' | '/api/approvals', headers: Record<string, string>): Promise<number> {
  const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const { status } =
    path === '/mcp'
      ? await raw(`${at.web.url}${path}`, { ...accept, ...headers }, 'POST', greeting)
      : await raw(`${at.web.url}${path}`, headers);
  return status;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('threat 184: a foreign page or name', () => {
  test.each(['/mcp', '/api/approvals'] as const)(
    '%s answers only under its own name and to its own pages',
    async (path) => {
      const own = bearer(path === '/mcp' ? at.web.tokens.agent : at.web.tokens.reviewer);
      const port = host.split(':')[1] ?? '';
      const statuses = {
        plain: await asked(path, own),
        ownOrigin: await asked(path, { ...own, origin: `http://${host}` }),
        byName: await asked(path, { ...own, host: `localhost:${port}` }),
        foreignOrigin: await asked(path, { ...own, origin: 'http://evil.example' }),
        otherPort: await asked(path, { ...own, origin: 'http://127.0.0.1:1' }),
        nullOrigin: await asked(path, { ...own, origin: 'null' }),
        secure: await asked(path, { ...own, origin: `https://${host}` }),
        foreignHost: await asked(path, { ...own, host: `evil.example:${port}` }),
        otherHostPort: await asked(path, { ...own, host: '127.0.0.1:1' }),
        foreignWithoutToken: await asked(path, { origin: 'http://evil.example', host: `evil.example:${port}` }),
        withoutToken: await asked(path, {}),
        wrongToken: await asked(path, bearer('x'.repeat(60))),
        cutToken: await asked(path, bearer((own.authorization ?? '').slice(7, -1))),
      };
      expect(statuses).toEqual({
        plain: 200,
        ownOrigin: 200,
        byName: 200,
        foreignOrigin: 403,
        otherPort: 403,
        nullOrigin: 403,
        secure: 403,
        foreignHost: 403,
        otherHostPort: 403,
        foreignWithoutToken: 401,
        withoutToken: 401,
        wrongToken: 401,
        cutToken: 401,
      });
    },
  );

  test('the console’s own files are not handed out under a foreign name, and no answer lets another page read it', async () => {
    const page = await raw(`${at.web.url}/`, { host: 'evil.example' });
    expect(page.status).toBe(403);
    const preflight = await raw(
      `${at.web.url}/api/approvals`,
      { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
      'OPTIONS',
    );
    expect(preflight.status).toBe(401);
    for (const { headers } of [page, preflight])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('two roles', () => {
  test('an agent answers nothing, a reviewer calls nothing', async () => {
    const { agent, reviewer } = at.web.tokens;
    expect(await asked('/api/approvals', bearer(agent))).toBe(403);
    expect(await asked('/mcp', bearer(reviewer))).toBe(403);
    const { body } = await at.api('/codes', {});
    const session = await fetch(`${at.web.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: body.code }),
    });
    const { token } = (await session.json()) as { readonly token: string };
    expect(await asked('/api/approvals', bearer(token))).toBe(200);
    expect(await asked('/mcp', bearer(token))).toBe(403);
    // A browser lets nobody else in.
    expect((await at.api('/codes', {}, token)).status).toBe(403);
    await fetch(`${at.web.url}/api/session`, { method: 'DELETE', headers: bearer(token) });
    expect(await asked('/api/approvals', bearer(token))).toBe(401);
  });

  test('a client of MCP gets no further with the token of a reviewer', async () => {
    const client = newClient('legacy');
    await expect(client.connect(transportTo(at.web, at.web.tokens.reviewer, 'legacy'))).rejects.toThrow(/403|reviewer/);
  });

  test('a code works once, for a minute, and only as it was given', async () => {
    const use = (code: string) => at.api('/session', { code }).then(({ status }) => status);
    const { code } = newConsoleCode(at.home, Date.now());
    expect([await use(code), await use(code)]).toEqual([200, 401]);
    const old = newConsoleCode(at.home, Date.now() - 61_000);
    expect([await use(old.code), await use('../agent-token'), await use('')]).toEqual([401, 401, 401]);
  });

  test('both tokens are in files of the owner alone', () => {
    const { agentFile, reviewerFile, agent, reviewer } = at.web.tokens;
    expect([agentFile, reviewerFile].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(agent).not.toBe(reviewer);
  });
});

test('what a reviewer’s browser gets may load nothing from elsewhere and stand in no frame', async () => {
  const { headers } = await raw(`${at.web.url}/api/approvals`, bearer(at.web.tokens.reviewer));
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect([headers['x-content-type-options'], headers['referrer-policy'], headers['cache-control']]).toEqual([
    'nosniff',
    'no-referrer',
    'no-store',
  ]);
});

describe('limits', () => {
  test('a body that is too large is not read', async () => {
    const big = 'x'.repeat(5 * 1024 * 1024);
    const agent = { ...bearer(at.web.tokens.agent), 'content-type': 'application/json' };
    const large = await raw(`${at.web.url}/mcp`, { ...agent, 'content-length': String(big.length) }, 'POST', big);
    expect([large.status, JSON.parse(large.text).error.code]).toEqual([413, -32600]);
    expect((await at.api('/session', { code: 'x'.repeat(100_000) })).status).toBe(413);
  });

  test('who knocks without a token is sent away for a while, and nobody else', async () => {
    const statuses = await Promise.all(Array.from({ length: 120 }, () => asked('/api/approvals', {})));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(await asked('/api/approvals', bearer(at.web.tokens.reviewer))).toBe(200);
  });
});
