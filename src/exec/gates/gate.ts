import type { Progress } from '../market/ask.ts';
import type { ExecHost } from '../market/host.ts';
import type { Stop } from '../market/stop.ts';

/** One safeguard that every call passes. Nothing returned means: on to the next. One that waits for nobody gives no promise. */
export type Gate = (progress: Progress, host: ExecHost) => Stop | undefined | Promise<Stop | undefined>;
