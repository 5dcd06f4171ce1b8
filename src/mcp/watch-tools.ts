import { exposedTools } from './exposed.ts';
import type { McpSession } from './session.ts';

/** Grants also end by themselves, and no event says so. */
const lookAgainMs = 30_000;

/** Calls back whenever the operations that are tools have changed. The answer ends it. */
export function watchTools(session: McpSession, changed: () => void): () => void {
  if (session.options.expose === undefined) return () => undefined;
  let known: string | undefined;
  let ended = false;
  let looking = false;
  let again = false;
  let leave: () => void = () => undefined;

  async function look(): Promise<void> {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    do {
      again = false;
      const now = await fingerprint(session).catch(() => known);
      if (known !== undefined && now !== known && !ended) changed();
      known = now;
    } while (again && !ended);
    looking = false;
  }

  const timer = setInterval(() => void look(), lookAgainMs);
  timer.unref();
  void session.open().then(
    ({ feed }) => {
      if (!ended) leave = feed.subscribe(() => void look());
    },
    () => undefined,
  );
  return () => {
    ended = true;
    clearInterval(timer);
    leave();
  };
}

async function fingerprint(session: McpSession): Promise<string> {
  const found = await exposedTools(await session.open(), session.options.session);
  return JSON.stringify(found.map(({ name, description, inputSchema }) => [name, description, inputSchema]));
}
