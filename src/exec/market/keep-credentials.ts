import type { Json } from '../../ir/json.ts';
import { ownedKey } from '../ledger/key.ts';
import type { ProviderResult } from '../provider.ts';
import { type Captured, type CapturedCredential, capture, mayHoldCredentials } from '../secrets/capture.ts';
import { maskOf } from '../secrets/scrub/regions.ts';
import type { SecretValue } from '../secrets/value.ts';
import { known, type Progress } from './ask.ts';
import type { ExecHost } from './host.ts';
import { inTime, PATIENCE_MS, SHORT_PATIENCE_MS } from './in-time.ts';

/** How whoever asked sees a credential that came, and keeps it for the rest of its call. */
export interface Captures {
  /** `${secret:NAME}` where left out. */
  readonly shown?: (name: string) => string;
  readonly keep?: (name: string, value: SecretValue) => void;
}

/**
 * Credentials in an answer of `origin` go to the broker, and the next step and the caller see their names. An answer whose
 * credentials cannot be looked for is given to nobody.
 */
export function keepCredentials(
  result: ProviderResult,
  origin: string,
  captures: Captures,
  progress: Progress,
  host: ExecHost,
): ProviderResult | Promise<ProviderResult> {
  const { loaded, stores } = known(progress.operation, 'known');
  if (result.status !== 'done' || !loaded) return result;
  const unsearchable = (): ProviderResult => {
    const message = 'the call was made, but its answer cannot be searched for credentials';
    return { status: 'failed', stdout: new Uint8Array(), code: 'result/unsearchable', message, used: result.used };
  };
  try {
    const { buffer, byteOffset, byteLength } = result.stdout;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
    if (!mayHoldCredentials(text, stores)) return result;
    return withoutCredentials(text, result, origin, captures, progress, host).catch(unsearchable);
  } catch {
    return unsearchable();
  }
}

async function withoutCredentials(
  text: string,
  result: ProviderResult,
  origin: string,
  { shown = maskOf, keep: hold }: Captures,
  progress: Progress,
  host: ExecHost,
): Promise<ProviderResult> {
  const json = jsonDocument(text) ?? jsonDocument(behindHead(text));
  if (json === undefined) return result;
  const { credentials } = await namedCredentials(json, origin, progress, host);
  if (credentials.length === 0) return result;
  host.broker.remember(new Map(credentials.map(({ name, value }) => [name, value])));
  for (const credential of credentials) {
    hold?.(credential.name, credential.value);
    await keep(credential, origin, progress, host);
  }
  return { ...result, stdout: Buffer.from(masked(text, credentials, shown)) };
}

/** A secret that a person has set, or that came from elsewhere, is not replaced by an answer: the new one gets another name. */
async function namedCredentials(json: Json, origin: string, progress: Progress, host: ExecHost): Promise<Captured> {
  const { skill, stores } = known(progress.operation, 'known');
  const first = capture(json, { skill, declared: stores });
  const declared = new Map(stores);
  for (const { name, pointer } of first.credentials) {
    const free = await freeName(name, origin, host);
    if (free !== name) declared.set(pointer, free);
  }
  return declared.size === stores.size && [...declared].every(([at, name]) => stores.get(at) === name)
    ? first
    : capture(json, { skill, declared });
}

const mostNames = 20;

async function freeName(wanted: string, origin: string, host: ExecHost): Promise<string> {
  for (let count = 1; count <= mostNames; count++) {
    const name = count === 1 ? wanted : `${wanted}_${count}`;
    const row = await host.ledger.get('secrets', ownedKey(name, undefined));
    const from = typeof row === 'object' && row !== null && 'origin' in row ? row.origin : undefined;
    if (row === undefined || row === null || from === origin) return name;
  }
  throw new Error(`too many secrets are called \`${wanted}\``);
}

async function keep(
  { name, value }: CapturedCredential,
  origin: string,
  progress: Progress,
  host: ExecHost,
): Promise<void> {
  const kept = inTime(PATIENCE_MS, 'the store of secrets', () => host.keepSecret(name, value));
  if ((await kept.catch(() => false)) !== true) return;
  const { session } = progress.ask;
  const parents = [known(progress.intent, 'admit')];
  const record = async () =>
    host.ledger.submit({ kind: 'secret-stored', session, actor: 'skillc', parents, name, origin });
  await inTime(SHORT_PATIENCE_MS, 'the log', record).catch(() => undefined);
}

/** In the text as it came, so that nothing else of it changes; forms that this misses are the scrubber's. */
function masked(text: string, credentials: readonly CapturedCredential[], shown: (name: string) => string): string {
  return credentials.reduce(
    (out, { name, value }) => out.replaceAll(JSON.stringify(value.reveal()), () => JSON.stringify(shown(name))),
    text,
  );
}

/** An answer with its head, as `curl -i` has it. */
function behindHead(text: string): string {
  return text.startsWith('HTTP/1.') ? text.slice(text.indexOf('\r\n\r\n') + 4) : '';
}

function jsonDocument(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
