import { Hono } from 'hono';
import { listSkills, logSize } from '../host/index.ts';
import { answerApproval, approvalDetail, approvalList, pendingCount } from './answer-approvals.ts';
import { chainPath, eventPage } from './answer-chain.ts';
import { budgetList, skillDetail, skillList } from './answer-skills.ts';
import { eventStream } from './answer-stream.ts';
import type { CodeGranted, Done, ServerState, SessionGranted, SessionList } from './api.ts';
import type { AppOptions } from './app-options.ts';
import { failure } from './failure.ts';
import { roleOf } from './roles.ts';
import { shown } from './shown.ts';

const mostStreams = 32;

/** What a reviewer may ask and say. Who gets here is one; `src/web/api.ts` has the shapes. */
export function apiRoutes(options: AppOptions): Hono {
  const { engine, sessions, consoles, codes, tokens, places } = options;
  const api = new Hono();
  let streams = 0;
  const host = async () => (await engine.open()).host;
  const tokenOf = (header: string | undefined) => roleOf(header, tokens, consoles);

  api.post('/session', async ({ req }) => {
    const { code } = Object(await bodyOf(req.raw)) as { readonly code?: unknown };
    const granted: SessionGranted | undefined =
      typeof code === 'string' && codes.take(code) ? consoles.begin() : undefined;
    return granted === undefined
      ? failure(401, 'web/code', 'this code is used up, too old or none', 'run `skillc console` for a new one')
      : Response.json(granted);
  });
  api.delete('/session', ({ req }) => {
    consoles.end(tokenOf(req.header('authorization'))?.token ?? '');
    return Response.json({ ok: true } satisfies Done);
  });
  // Whoever holds only a token of the browser does not let others in.
  api.post('/codes', ({ req }) => {
    if (tokenOf(req.header('authorization'))?.role !== 'reviewer')
      return failure(403, 'web/reviewer', "only the reviewer's own token gives codes");
    const made = codes.make();
    const [first = ''] = places().origins;
    return Response.json({ ...made, url: `${first}/#code=${made.code}` } satisfies CodeGranted);
  });

  api.get('/state', async () => {
    const at = await host();
    const state: ServerState = {
      version: engine.version,
      started_at: options.startedAt,
      log_size: await logSize(at.ledger),
      pending_approvals: await pendingCount(at),
      skills: (await listSkills(at)).length,
      sessions: sessions.all.length,
    };
    return Response.json(state);
  });
  api.get('/approvals', async () => Response.json(await approvalList(await host())));
  api.get('/approvals/:id', async ({ req }) => found(await approvalDetail(await host(), req.param('id')), 'approval'));
  for (const verb of ['approve', 'deny', 'revoke'] as const)
    api.post(`/approvals/:id/${verb}`, async ({ req }) =>
      answerApproval(await host(), req.param('id'), verb, await bodyOf(req.raw)),
    );
  api.get('/skills', async () => Response.json(await skillList(await host())));
  api.get('/skills/:id', async ({ req }) => found(await skillDetail(await host(), req.param('id')), 'skill'));
  api.get('/budgets', async () => Response.json(await budgetList(await host())));
  api.get('/sessions', () => {
    const list: SessionList = {
      sessions: sessions.all.map(({ mcp, client, since, lastSeen, running }) => ({
        session: mcp.options.session,
        client,
        since,
        last_seen: lastSeen,
        running_calls: running,
      })),
    };
    return Response.json(shown(list));
  });
  api.get('/events', async ({ req }) => {
    const wanted = {
      from: whole(req.query('from')),
      before: whole(req.query('before')),
      limit: whole(req.query('limit')),
    };
    return Response.json(await eventPage(await host(), wanted));
  });
  api.get('/chain/:id', async ({ req }) => found(await chainPath(await host(), req.param('id')), 'chain'));
  api.get('/stream', async ({ req }) => {
    if (streams >= mostStreams) return failure(429, 'web/too-many', 'too many streams are open');
    const opened = await engine.open();
    streams++;
    const onEnd = () => {
      streams--;
    };
    const { signal } = req.raw;
    return eventStream(opened.host, opened.feed, { from: whole(req.query('from')), signal, onEnd });
  });
  return api;
}

function found(value: object | undefined, what: string): Response {
  return value === undefined ? failure(404, `${what}/missing`, `there is no such ${what}`) : Response.json(value);
}

/** Undefined for what is no number. */
function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Only JSON is read: a form that a foreign page may send is none. */
async function bodyOf(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  try {
    return (await request.json()) as unknown;
  } catch {
    return undefined;
  }
}
