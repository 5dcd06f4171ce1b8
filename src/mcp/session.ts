import type { Host } from '../host/index.ts';
import type { Engine, Opened } from './engine.ts';
import { PendingCalls } from './pending-calls.ts';
import { Turnstile } from './turnstile.ts';

export interface SessionOptions {
  /** As in events and budgets: one for each connection. */
  readonly session: string;
  /** Where relative paths of operations start; the engine's own place where left out. */
  readonly workspace?: string;
  /** `operations`: each that needs no answer any more is a tool of its own. */
  readonly expose?: 'operations';
  /** `off` where the agent and its client are one, as in a jail: then no answer that comes this way is a person's. */
  readonly elicitation?: 'off';
}

/** One agent's connection. It shares the home with others and nothing else: not its calls, answers, budget or files. */
export class McpSession {
  readonly engine: Engine;
  readonly options: SessionOptions;
  readonly pending = new PendingCalls();
  readonly turnstile = new Turnstile({ atOnce: 64, waiting: 4_000 });
  /**
   * Of those, what has effects. Each holds a reservation of the session's budget while it runs: more at once would find nothing left
   * that is not used up at all.
   */
  readonly effects = new Turnstile({ atOnce: 8, waiting: 4_000 });

  constructor(engine: Engine, options: SessionOptions) {
    this.engine = engine;
    this.options = options;
  }

  async open(): Promise<Opened & { readonly host: Host }> {
    const opened = await this.engine.open();
    const { workspace, elicitation } = this.options;
    const host = workspace === undefined ? opened.host : opened.run.inWorkspace(opened.host, workspace);
    if (elicitation === undefined) return { ...opened, host };
    return { ...opened, host: { ...host, config: { ...host.config, mcp: { ...host.config.mcp, elicitation } } } };
  }

  /** Calls that run end as they must: their outcome is in the log before the home is closed. */
  async close(): Promise<void> {
    this.pending.clear();
    await Promise.all([this.effects.close(), this.turnstile.close()]);
  }
}
