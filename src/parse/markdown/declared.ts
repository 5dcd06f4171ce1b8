import type { DeclaredSecret, SandboxRequest, SetupLine } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import { asList, asString, type DataNode, entriesOf, get, type MapNode } from '../data/index.ts';
import { installsOf } from './installs.ts';

/** What frontmatter and `carapace.yaml` say about the skill's needs. Never a grant: names to look for, and limits. */
export interface Declared {
  readonly secrets: readonly DeclaredSecret[];
  readonly env: readonly string[];
  readonly limits: SandboxRequest;
  readonly baseUrl?: string;
  readonly homepage?: string;
  readonly version?: string;
  readonly setup: readonly SetupLine[];
  readonly classifications: readonly string[];
}

/** Keys of `metadata` that programs of the OpenClaw family have used for the same thing. */
const namespaces = ['openclaw', 'clawdbot', 'clawdis', 'moltbot'] as const;

export function readDeclared(fields: MapNode | undefined, carapace: DataNode | undefined, text: string): Declared {
  const places = placesOf(fields);
  const metadata = get(fields, 'metadata');
  const limits = [...places, get(metadata, 'carapace'), carapace];
  const version = asString(get(fields, 'version')) ?? asString(get(metadata, 'version'));
  const homepage = firstText(places, 'homepage');
  const baseUrl = firstText([...places, ...entriesOf(metadata).map(({ value }) => value)], ...baseKeys);
  return {
    secrets: secretsOf(places, [get(metadata, 'carapace'), carapace]),
    env: [...new Set(places.flatMap(envNames))],
    limits: withInstalls(
      limitsOf(limits),
      places.flatMap((place) => installsOf(get(place, 'install'), text)),
    ),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(homepage === undefined ? {} : { homepage }),
    ...(version === undefined ? {} : { version }),
    setup: places.flatMap((place) => installLines(get(place, 'install'), text)),
    classifications: places.flatMap((place) => texts(get(place, 'data_classifications', 'data-classifications'))),
  };
}

function withInstalls(limits: SandboxRequest, installs: NonNullable<SandboxRequest['installs']>): SandboxRequest {
  return installs.length === 0 ? limits : { ...limits, installs };
}

const baseKeys = ['api_base', 'apiBase', 'api-base', 'api_base_url', 'base_url', 'baseUrl'] as const;

/** The top level, `metadata`, then the namespaces, in the order they win. */
function placesOf(fields: MapNode | undefined): readonly DataNode[] {
  const metadata = get(fields, 'metadata');
  return [fields, metadata, ...namespaces.map((name) => get(metadata, name))].filter((place) => place !== undefined);
}

function firstText(places: readonly DataNode[], ...keys: readonly string[]): string | undefined {
  for (const place of places) {
    const found = asString(get(place, ...keys))?.trim();
    if (found !== undefined && found !== '') return found;
  }
  return undefined;
}

/** A list of texts; a text counts as a comma list. */
function texts(node: DataNode | undefined): readonly string[] {
  const written = asString(node);
  const items = written === undefined ? (asList(node) ?? []).map(asString) : written.split(',');
  return items.map((item) => item?.trim() ?? '').filter((item) => item !== '');
}

const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

function envNames(place: DataNode): readonly string[] {
  const requires = get(place, 'requires');
  const named = [
    get(requires, 'env'),
    get(place, 'env'),
    get(place, 'envVars', 'env_vars', 'environment', 'requiredEnv', 'required_env'),
  ];
  return named.flatMap(namesIn).filter((name) => variableName.test(name));
}

/** `[A, B]`, `A, B`, `[{name: A}]` and `{A: …}` all name A. */
function namesIn(node: DataNode | undefined): readonly string[] {
  if (node?.kind === 'map') return node.entries.map(({ key }) => key);
  const maps = (asList(node) ?? []).map((item) => asString(get(item, 'name', 'env_var', 'key', 'env')));
  return [...texts(node), ...maps.filter((name) => name !== undefined)];
}

const primaryKeys = ['primaryEnv', 'primary_env', 'primary-env'] as const;

function secretsOf(
  places: readonly DataNode[],
  carapace: readonly (DataNode | undefined)[],
): readonly DeclaredSecret[] {
  const found = new Map<string, DeclaredSecret>();
  const add = (name: string | undefined, primary: boolean, span: Span, description?: string): void => {
    const known = name === undefined ? undefined : found.get(name);
    if (name === undefined || !variableName.test(name)) return;
    const text = description ?? known?.description;
    const secret = { name, primary: primary || known?.primary === true, span: known?.span ?? span };
    found.set(name, text === undefined ? secret : { ...secret, description: text });
  };
  for (const place of places) {
    const primary = get(place, ...primaryKeys);
    if (primary !== undefined) add(asString(primary)?.trim(), true, primary.span);
    const auth = get(get(place, 'auth'), 'env_var', 'env', 'envVar');
    if (auth !== undefined) add(asString(auth)?.trim(), true, auth.span);
  }
  for (const place of [...places, ...carapace]) {
    for (const { name, span, description } of credentialsOf(get(place, 'credentials')))
      add(name, false, span, description);
  }
  return [...found.values()];
}

interface Credential {
  readonly name: string;
  readonly span: Span;
  readonly description?: string;
}

/** `[TOKEN]`, `TOKEN, OTHER`, `[{env_var: TOKEN}]` or `{TOKEN: about it}`. */
function credentialsOf(node: DataNode | undefined): readonly Credential[] {
  if (node?.kind === 'map') return node.entries.map(({ key, keySpan }) => ({ name: key, span: keySpan }));
  if (node?.kind === 'string') return texts(node).map((name) => ({ name, span: node.span }));
  return (asList(node) ?? []).flatMap((item): readonly Credential[] => {
    const name = asString(item) ?? asString(get(item, 'env_var', 'env', 'envVar', 'name'));
    const description = asString(get(item, 'description'));
    if (name === undefined) return [];
    return [{ name, span: item.span, ...(description === undefined ? {} : { description }) }];
  });
}

/** Every limit counts: lists of hosts are intersected, `none` anywhere is none. */
function limitsOf(places: readonly (DataNode | undefined)[]): SandboxRequest {
  const said = places.flatMap((place) => [place, get(place, 'sandbox'), get(place, 'permissions')]);
  const egress = said.map((place) => hostsOf(get(place, 'network'))).filter((hosts) => hosts !== undefined);
  const allowed = egress.reduce<readonly string[] | undefined>(
    (kept, hosts) => (kept === undefined ? hosts : kept.filter((host) => hosts.includes(host))),
    undefined,
  );
  const files = said.map((place) => get(place, 'filesystem')).find((place) => place?.kind === 'map');
  return {
    ...(allowed === undefined ? {} : { egress: allowed }),
    ...(get(files, 'read') === undefined ? {} : { read: texts(get(files, 'read')) }),
    ...(get(files, 'write') === undefined ? {} : { write: texts(get(files, 'write')) }),
  };
}

/** `none` and `false` are no host; a list is those hosts; `all` and anything with `*` alone say nothing. */
function hostsOf(node: DataNode | undefined): readonly string[] | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'map') return hostsOf(get(node, 'egress', 'domains', 'hosts', 'allow', 'allowed'));
  const word = asString(node)?.trim();
  if (word !== undefined && /^(?:none|no|false|off|deny|denied|disabled|never)$/i.test(word)) return [];
  if (word !== undefined && /^(?:all|any|yes|true|on|full|enabled|required|\*|)$/i.test(word)) return undefined;
  const hosts = texts(node);
  if (hosts.includes('*') || (hosts.length === 0 && node.kind !== 'list')) return undefined;
  // A list is a limit also where an entry is no host: that entry then allows nothing.
  if (node.kind === 'list') return hosts.map((host) => /^(https?:\/\/[^/]+)\/.*$/.exec(host)?.[1] ?? host);
  return hosts.every((host) => /^(?:https?:\/\/)?[\w*.-]+(?::\d{1,5})?$/.test(host)) ? hosts : undefined;
}

/** Each install entry as it is written, on one line. */
function installLines(node: DataNode | undefined, text: string): readonly SetupLine[] {
  const items = node?.kind === 'list' ? node.items : node === undefined || node.kind === 'null' ? [] : [node];
  return items.map(({ span }) => ({ text: text.slice(span.start, span.end).replace(/\s+/g, ' ').trim(), span }));
}
