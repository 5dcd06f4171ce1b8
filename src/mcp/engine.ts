import { randomBytes } from 'node:crypto';
import type { Host, HostOptions, LogFeed } from '../host/index.ts';

/** What is behind the tools. Loaded when the first of them is called: a connection is answered before that. */
export interface Opened {
  readonly host: Host;
  readonly feed: LogFeed;
  readonly run: typeof import('../host/index.ts');
  readonly compile: typeof import('../index.ts');
}

/** One home for all the connections of a process. */
export interface Engine {
  /** Fails with a `StoreFault` where the home cannot serve; then the next one tries anew. */
  readonly open: () => Promise<Opened>;
  readonly close: () => Promise<void>;
  readonly version: string;
  /** Signs what goes through a client and comes back. */
  readonly key: Uint8Array;
}

export type EngineOptions = Omit<HostOptions, 'compile'> & { readonly version: string };

export function createEngine({ version, ...options }: EngineOptions): Engine {
  let opening: Promise<{ readonly opened: Opened; readonly current: () => Host }> | undefined;
  let closed = false;

  async function start() {
    const [run, compile] = await Promise.all([import('../host/index.ts'), import('../index.ts')]);
    const host = await run.openHost({ ...options, compile: (bundle, tools) => compile.compile(bundle, { tools }) });
    const opened: Opened = { host, feed: run.followLog(host.ledger), run, compile };
    return { opened, current: run.keepCurrent(host, options.workspace) };
  }

  return {
    version,
    key: randomBytes(32),
    open: async () => {
      if (closed) throw new Error('the server is closed');
      opening ??= start();
      opening.catch(() => {
        opening = undefined;
      });
      const { opened, current } = await opening;
      return { ...opened, host: current() };
    },
    close: async () => {
      closed = true;
      const opened = await opening?.catch(() => undefined);
      opened?.opened.feed.close();
      await opened?.opened.host.close();
    },
  };
}
