import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { JailConfig } from '../exec/jail/jail-plan.ts';
import { amount } from '../exec/ledger/field-shape.ts';
import type { Json } from '../ir/json.ts';
import { flag, list, map, only, optional, record, type Shape, text } from '../ir/shape.ts';
import { StoreFault } from '../store/fault.ts';

/** `config.yaml` of the home: what a person sets once for this machine. A project has none. */
export interface Config {
  readonly secrets?: {
    /** Where they are kept; `auto` takes the keychain where there is one. */
    readonly store?: 'auto' | 'keychain' | 'age-file';
    /** Secrets that come from variables: NAME: VARIABLE. */
    readonly env?: { readonly [name: string]: Json };
  };
  readonly tls?: {
    /** PEM files of authorities that are trusted besides the built-in ones. */
    readonly authorities?: readonly string[];
  };
  /** What one call may cost at most. */
  readonly limits?: { readonly network_bytes?: number; readonly wall_clock_ms?: number; readonly cpu_ms?: number };
  /** The second place of the log's checkpoints. */
  readonly anchors?: string;
  /** Plan digests that need nobody's answer, for machines without a person. */
  readonly approve?: readonly string[];
  /** Whether questions may be asked in a terminal. */
  readonly ask?: boolean;
  /** What an agent in `skillc jail` may see and reach by itself. */
  readonly jail?: JailConfig;
  readonly mcp?: {
    /** `off`: no answer counts that comes through an agent's own client, which may give it by itself. */
    readonly elicitation?: 'on' | 'off';
  };
  /** Interpreters outside of the system's folders, by their absolute paths. */
  readonly runtimes?: { readonly python?: readonly string[]; readonly node?: readonly string[] };
  /** Programs outside of the system's folders: NAME: /absolute/path. */
  readonly programs?: { readonly [name: string]: Json };
  /** Root file systems that runc takes as images: ubuntu:22.04: /absolute/path. */
  readonly images?: { readonly [name: string]: Json };
  /** Where packages are installed from. Without an index nothing is installed. */
  readonly packages?: {
    readonly python_index?: string;
    readonly npm_registry?: string;
    /** Origins that an index sends to for its files. */
    readonly file_origins?: readonly string[];
  };
}

const absolute: Shape<string> = (value) => (typeof value === 'string' && value.startsWith('/') ? undefined : '');

/** Without a login: what is written there is shown to whoever approves an installation. */
const address: Shape<string> = (value) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  return /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === '' ? undefined : '';
};

function mapOf(shape: Shape<string>): Shape<{ readonly [key: string]: Json }> {
  return (value, depth) => {
    if (map(value, depth) !== undefined) return '';
    const odd = Object.entries(value as { readonly [key: string]: Json }).find(
      ([, one]) => shape(one, depth) !== undefined,
    );
    return odd === undefined ? undefined : `.${odd[0]}`;
  };
}

const config: Shape<Config> = record<Config>({
  secrets: optional(
    record<NonNullable<Config['secrets']>>({
      store: optional(only('auto', 'keychain', 'age-file')),
      env: optional(map),
    }),
  ),
  tls: optional(record<NonNullable<Config['tls']>>({ authorities: optional(list(text)) })),
  limits: optional(
    record<NonNullable<Config['limits']>>({
      network_bytes: optional(amount),
      wall_clock_ms: optional(amount),
      cpu_ms: optional(amount),
    }),
  ),
  anchors: optional(text),
  approve: optional(list(text)),
  ask: optional(flag),
  jail: optional(
    record<JailConfig>({
      hosts: optional(list(text)),
      env: optional(list(text)),
      mounts: optional(
        list(
          record<NonNullable<JailConfig['mounts']>[number]>({ path: text, access: optional(only('read', 'write')) }),
        ),
      ),
    }),
  ),
  mcp: optional(record<NonNullable<Config['mcp']>>({ elicitation: optional(only('on', 'off')) })),
  runtimes: optional(
    record<NonNullable<Config['runtimes']>>({ python: optional(list(absolute)), node: optional(list(absolute)) }),
  ),
  programs: optional(mapOf(absolute)),
  images: optional(mapOf(absolute)),
  packages: optional(
    record<NonNullable<Config['packages']>>({
      python_index: optional(address),
      npm_registry: optional(address),
      file_origins: optional(list(address)),
    }),
  ),
});

const remedy = 'mend the file: docs/cli.md lists its keys';

/** A configuration that cannot be read is none: nothing may start with half of what the person meant. */
/** Of a home. A file that is there and cannot be read may be the one that forbids: only where nothing has the name there is none. */
export function configIn(home: string): Config {
  const file = join(home, 'config.yaml');
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return {};
  try {
    if (!statSync(file).isFile()) throw unreadable(file, 'no file');
    return readConfig(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof StoreFault) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw unreadable(file, code);
  }
}

function unreadable(file: string, why: string): StoreFault {
  return new StoreFault('config/unreadable', `\`${file}\` cannot be read (${why})`, `mend or remove \`${file}\``);
}

export function readConfig(source: string | undefined, name: string): Config {
  if (source === undefined || source.trim() === '') return {};
  const value = parsed(source, name);
  if (value === null) return {};
  const wrong = config(value, 0);
  if (wrong !== undefined) {
    const message = `\`${name}\`: \`${wrong.replace(/^\./, '')}\` is not as it must be`;
    throw new StoreFault('config/invalid', message, remedy);
  }
  return value as unknown as Config;
}

function parsed(source: string, name: string): Json {
  try {
    return (parse(source, { uniqueKeys: true, maxAliasCount: 0 }) ?? null) as Json;
  } catch (error) {
    const [message] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new StoreFault('config/invalid', `\`${name}\`: ${message ?? 'no YAML'}`, remedy);
  }
}
