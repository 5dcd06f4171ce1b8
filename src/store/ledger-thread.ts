import { workerData } from 'node:worker_threads';
import { serve } from './serve-ledger.ts';
import type { ThreadData } from './thread-messages.ts';

await serve(workerData as ThreadData);
