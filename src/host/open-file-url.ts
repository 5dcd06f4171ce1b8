import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ExecHost } from '../exec/market/host.ts';
import { call } from '../exec/market/marketplace.ts';
import type { Outcome } from '../exec/outcome.ts';
import { noCost } from '../exec/providers/io/result.ts';
import type { Bundle } from '../ir/bundle.ts';
import type { Diagnostic } from '../ir/diagnostic.ts';
import { literal, object } from '../ir/expr.ts';
import type { Json } from '../ir/json.ts';
import { readBundle } from '../source/read-bundle.ts';
import { loadOperation } from './load-operation.ts';
import { holdsOwnState } from './own-state.ts';

export type OpenedFile =
  | { readonly kind: 'bundle'; readonly bundle: Bundle; readonly diagnostics: readonly Diagnostic[] }
  /** Nothing there can be read as a skill. Who is no person is not told why. */
  | { readonly kind: 'unreadable'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'outcome'; readonly outcome: Outcome };

/**
 * Reads first and asks then: the approval is bound to the real place and to the very bytes, and what is loaded after it is what was
 * read, not the file as it is by then. Nothing of it is told before the answer.
 */
export async function openFileUrl(
  host: ExecHost,
  { url, actor, session }: { readonly url: URL; readonly actor: 'agent' | 'person'; readonly session: string },
): Promise<OpenedFile> {
  const { bundle, place, diagnostics } = readBundle(fileURLToPath(url));
  if (bundle === undefined || place === undefined) return { kind: 'unreadable', diagnostics };
  if (holdsOwnState(host, place)) return { kind: 'unreadable', diagnostics: [] };
  const asked = loadOperation(
    {
      capability: 'io.read-file',
      args: object({ path: literal(place) }),
      effects: [{ kind: 'read', path: place }],
    },
    {
      source: pathToFileURL(place).href,
      digest: bundle.digest,
      reason: `loads a skill from the files of this machine: ${place}`,
      classifications: ['local-file'],
      estimate: { network_bytes: 0, wall_clock_ms: 50 },
    },
  );
  const governed: ExecHost = {
    ...host,
    operations: { find: async () => ({ kind: 'operation', operation: asked }) },
    providers: () => new Map([['io.read-file', { run: async () => alreadyRead(place, bundle) }]]),
  };
  const outcome = await call({ capability: 'skill.load', input: {}, session, actor }, governed);
  if (outcome.outcome !== 'done') return { kind: 'outcome', outcome };
  return { kind: 'bundle', bundle: { ...bundle, uri: url.href }, diagnostics };
}

function alreadyRead(path: string, { digest }: Bundle) {
  const facts: { readonly [key: string]: Json } = { read: [path], digest };
  return { status: 'done', stdout: new Uint8Array(), exitCode: 0, used: noCost, facts } as const;
}
