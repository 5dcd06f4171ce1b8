import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { apiRoutes } from './api-routes.ts';
import type { AppOptions } from './app-options.ts';
import { Bucket } from './bucket.ts';
import { consoleFiles } from './console-files.ts';
import { failure, rpcFailure } from './failure.ts';
import { serveAgent } from './mcp-route.ts';
import { isOurHost, isOurOrigin } from './places.ts';
import { roleOf } from './roles.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Everything that is asked over HTTP. Who asks is found out first, then under which name and from which page; agents get to `/mcp`
 * and nowhere else, reviewers to `/api` and nowhere else.
 */
export function buildApp(options: AppOptions): Hono {
  const { tokens, consoles, sessions, places, now } = options;
  const app = new Hono();
  const strangers = new Bucket({ burst: 60, perSecond: 10 }, now());
  const reviewers = new Bucket({ burst: 400, perSecond: 100 }, now());
  const files = consoleFiles(options.consoleFolder);

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of securityHeaders) context.res.headers.set(name, value);
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store');
  });

  const isForeign = (header: (name: string) => string | undefined) =>
    !isOurHost(header('host'), places()) || !isOurOrigin(header('origin'), places());

  app.use('/mcp', async (context, next) => {
    const header = (name: string) => context.req.header(name);
    const known = roleOf(header('authorization'), tokens, consoles);
    if (known === undefined)
      return strangers.take(now())
        ? unauthorised(rpcFailure(401, -32001, `the agent's token is missing or wrong: ${tokens.agentFile} has it`))
        : rpcFailure(429, -32000, 'too many requests without a token');
    if (isForeign(header)) return rpcFailure(403, -32001, 'not under this Host, and not from this Origin');
    if (known.role !== 'agent')
      return rpcFailure(403, -32001, 'a reviewer does not call tools: use the token of the agent');
    return next();
  });
  app.all('/mcp', (context) => serveAgent(context.req.raw, sessions, now));

  app.use('/api/*', async (context, next) => {
    const header = (name: string) => context.req.header(name);
    const isSignIn = context.req.path === '/api/session' && context.req.method === 'POST';
    const known = roleOf(header('authorization'), tokens, consoles);
    if (known === undefined || isSignIn) {
      if (!strangers.take(now())) return failure(429, 'web/too-many', 'too many requests without a token');
      if (!isSignIn)
        return unauthorised(failure(401, 'web/unauthorised', 'who are you?', 'run `skillc console` for a new code'));
    }
    if (isForeign(header)) return failure(403, 'web/foreign', 'not under this Host, and not from this Origin');
    if (known?.role === 'agent') return failure(403, 'web/agent', 'an agent answers no question');
    if (!reviewers.take(now())) return failure(429, 'web/too-many', 'too many requests: wait a second');
    return next();
  });
  app.use(
    '/api/*',
    bodyLimit({ maxSize: 64 * 1024, onError: () => failure(413, 'web/too-large', 'the body is too large') }),
  );
  app.route('/api', apiRoutes(options));

  app.get('*', (context) => {
    if (!isOurHost(context.req.header('host'), places())) return failure(403, 'web/foreign', 'not under this Host');
    return files(context.req.path) ?? failure(404, 'web/missing', 'there is nothing here');
  });
  app.notFound(() => failure(404, 'web/missing', 'there is nothing here'));
  app.onError((error) => {
    const { name, code, message, remedy } = error as {
      name: string;
      code?: unknown;
      message: string;
      remedy?: unknown;
    };
    if (name === 'StoreFault')
      return failure(503, String(code), message, typeof remedy === 'string' ? remedy : undefined);
    return failure(500, 'skillc/internal', 'skillc failed on this request');
  });
  return app;
}

function unauthorised(response: Response): Response {
  response.headers.set('WWW-Authenticate', 'Bearer realm="skillc"');
  return response;
}
