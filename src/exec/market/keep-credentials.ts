import type { Json } from '../../ir/json.ts';
import { ownedKey } from '../ledger/key.ts';
import type { ProviderResult } from '../provider.ts';
import { documentsIn, membersIn, type WrittenMember } from '../secrets/answer-text.ts';
import {
  type Captured,
  type CapturedCredential,
  capture,
  isCredentialName,
  mayHoldCredentials,
  WITHHELD,
} from '../secrets/capture.ts';
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

/** Looks for credentials in a text that came, and gives the text with their names in their place; undefined where there are none. */
export type Withhold = (bytes: Uint8Array) => Promise<Uint8Array> | undefined;

/**
 * Credentials in an answer of `origin` go to the broker, and the next step, the caller and the file see their names. An answer whose
 * credentials cannot be looked for is given to nobody.
 */
export function withholding(origin: string, captures: Captures, progress: Progress, host: ExecHost): Withhold {
  const { loaded, stores } = known(progress.operation, 'known');
  return (bytes) => {
    if (!loaded) return undefined;
    const { buffer, byteOffset, byteLength } = bytes;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
    return mayHoldCredentials(text, stores)
      ? withoutCredentials(text, bytes, origin, captures, progress, host)
      : undefined;
  };
}

export function keepCredentials(result: ProviderResult, withhold: Withhold): ProviderResult | Promise<ProviderResult> {
  if (result.status !== 'done') return result;
  const unsearchable = (): ProviderResult => {
    const message = 'the call was made, but its answer cannot be searched for credentials';
    return { status: 'failed', stdout: new Uint8Array(), code: 'result/unsearchable', message, used: result.used };
  };
  try {
    return withhold(result.stdout)?.then((stdout) => ({ ...result, stdout }), unsearchable) ?? result;
  } catch {
    return unsearchable();
  }
}

async function withoutCredentials(
  text: string,
  bytes: Uint8Array,
  origin: string,
  { shown = maskOf, keep: hold }: Captures,
  progress: Progress,
  host: ExecHost,
): Promise<Uint8Array> {
  const members = membersIn(text, isCredentialName);
  const { credentials, withheld } = await namedCredentials(documentsIn(text), members, origin, progress, host);
  if (credentials.length === 0 && withheld.length === 0) return bytes;
  host.broker.remember(new Map(credentials.map(({ name, value }) => [name, value])));
  for (const credential of credentials) {
    hold?.(credential.name, credential.value);
    await keep(credential, origin, progress, host);
  }
  const instead = new Map([
    ...withheld.map((value) => [value, WITHHELD] as const),
    ...credentials.map(({ name, value }) => [value.reveal(), shown(name)] as const),
  ]);
  return Buffer.from(masked(text, members, instead));
}

type Found = Pick<Captured, 'credentials' | 'withheld'>;

/** Those of documents first, because a skill names some of them by their place; then what else is written in the text. */
async function namedCredentials(
  documents: readonly Json[],
  members: readonly WrittenMember[],
  origin: string,
  progress: Progress,
  host: ExecHost,
): Promise<Found> {
  const names = new Map<string, string>();
  const found: Found[] = [];
  const seen = new Set<string>();
  const look = async (json: Json) => {
    const one = await namedInDocument(json, names, origin, progress, host);
    for (const { value } of one.credentials) seen.add(value.reveal());
    for (const value of one.withheld) seen.add(value);
    found.push(one);
  };
  for (const document of documents) await look(document);
  for (const { name, value } of members) if (!seen.has(value)) await look({ [name]: value });
  return {
    credentials: found.flatMap(({ credentials }) => credentials),
    withheld: found.flatMap(({ withheld }) => withheld),
  };
}

/** A secret that a person has set, or that came from elsewhere, is not replaced by an answer: the new one gets another name. */
async function namedInDocument(
  json: Json,
  names: Map<string, string>,
  origin: string,
  progress: Progress,
  host: ExecHost,
): Promise<Captured> {
  const { skill, stores } = known(progress.operation, 'known');
  const first = capture(json, { skill, declared: stores }, new Map(names));
  const declared = new Map(stores);
  for (const { name, pointer } of first.credentials) {
    const free = await freeName(name, origin, host);
    if (free !== name) declared.set(pointer, free);
  }
  return capture(json, { skill, declared }, names);
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
function masked(text: string, members: readonly WrittenMember[], instead: ReadonlyMap<string, string>): string {
  const replacements = new Map([...instead].map(([value, shown]) => [JSON.stringify(value), JSON.stringify(shown)]));
  for (const { value, written, put } of members) {
    const shown = instead.get(value);
    if (shown !== undefined) replacements.set(written, put(shown));
  }
  // The longest first: one may be the beginning of another.
  return [...replacements]
    .sort(([a], [b]) => b.length - a.length)
    .reduce((out, [written, shown]) => out.replaceAll(written, () => shown), text);
}
