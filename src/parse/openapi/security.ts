import { diagnose } from '../../ir/diagnostic.ts';
import { header } from '../../ir/endpoint-request.ts';
import type { HeaderTemplate } from '../../ir/request.ts';
import type { DeclaredSecret } from '../../ir/skill.ts';
import { concatTexts, literalText, type SecretHole, type Text } from '../../ir/text.ts';
import { asList, asString, type DataNode, entriesOf, get, type MapEntry } from '../data/index.ts';
import { type Build, upperSnake } from './build.ts';

/** What an operation's security puts into its request. */
export interface Credentials {
  readonly headers: readonly HeaderTemplate[];
  readonly query: readonly HeaderTemplate[];
  readonly cookies: readonly HeaderTemplate[];
  readonly basicAuth?: { readonly user: Text; readonly password: Text };
}

const none: Credentials = { headers: [], query: [], cookies: [] };

/** Security schemes by name, with what each would add; undefined for those that cannot be expressed. */
export type Schemes = ReadonlyMap<string, Credentials | undefined>;

export function readSchemes(build: Build): Schemes {
  const entries = schemeEntries(build);
  return new Map(entries.map((entry) => [entry.key, credentialsOf(build, entry, entries.length)]));
}

/** The secrets that the schemes name, for the reviewer and for the mapper. */
export function declaredSecrets(schemes: Schemes): readonly DeclaredSecret[] {
  const found = new Map<string, SecretHole>();
  for (const credentials of schemes.values()) {
    for (const hole of credentials === undefined ? [] : secretsIn(credentials)) {
      if (!found.has(hole.name)) found.set(hole.name, hole);
    }
  }
  return [...found.values()].map(({ name, span }) => ({ name, primary: found.size === 1, span }));
}

/** The first alternative whose schemes can all be expressed. `security: []` means none. */
export function credentialsFor(build: Build, schemes: Schemes, operation: DataNode): Credentials {
  const security = get(operation, 'security') ?? get(build.root, 'security');
  const alternatives = asList(security) ?? [];
  for (const alternative of alternatives) {
    const combined = combine(entriesOf(alternative).map(({ key }) => schemes.get(key)));
    if (combined !== undefined) return combined;
  }
  if (alternatives.length > 0) {
    const names = alternatives
      .map((item) =>
        entriesOf(item)
          .map(({ key }) => `\`${key}\``)
          .join(' with '),
      )
      .join(' or ');
    build.diagnostics.push(
      diagnose('parse/auth-unsupported', `no credentials can be sent for ${names}`, security?.span),
    );
  }
  return none;
}

function combine(parts: readonly (Credentials | undefined)[]): Credentials | undefined {
  let out: Credentials = none;
  for (const part of parts) {
    if (part === undefined) return undefined;
    out = {
      headers: [...out.headers, ...part.headers],
      query: [...out.query, ...part.query],
      cookies: [...out.cookies, ...part.cookies],
      ...(part.basicAuth === undefined ? keepBasic(out) : { basicAuth: part.basicAuth }),
    };
  }
  return out;
}

function keepBasic(credentials: Credentials): Pick<Credentials, 'basicAuth'> {
  return credentials.basicAuth === undefined ? {} : { basicAuth: credentials.basicAuth };
}

function schemeEntries(build: Build): readonly MapEntry[] {
  if (build.version === '2.0') return entriesOf(get(build.root, 'securityDefinitions'));
  return entriesOf(get(get(build.root, 'components'), 'securitySchemes'));
}

function credentialsOf(build: Build, entry: MapEntry, count: number): Credentials | undefined {
  const scheme = build.refs.resolve(entry.value);
  const place = asString(get(scheme, 'in'))?.toLowerCase();
  const secret = (suffix: string): Text => [secretHole(build, scheme, entry, suffix, count)];
  switch (asString(get(scheme, 'type'))?.toLowerCase()) {
    case 'apikey':
      return keyCredentials(place, asString(get(scheme, 'name')), secret('API_KEY'));
    case 'basic':
      return basicCredentials(build, scheme, entry, count);
    case 'oauth2':
    case 'openidconnect':
      return bearer(secret('API_KEY'));
    case 'http': {
      const kind = asString(get(scheme, 'scheme'))?.toLowerCase();
      if (kind === 'basic') return basicCredentials(build, scheme, entry, count);
      return kind === 'bearer' ? bearer(secret('API_KEY')) : undefined;
    }
    default:
      return undefined;
  }
}

function bearer(secret: Text): Credentials {
  return { ...none, headers: [header('Authorization', concatTexts(literalText('Bearer '), secret))] };
}

function keyCredentials(place: string | undefined, name: string | undefined, secret: Text): Credentials | undefined {
  if (name === undefined) return undefined;
  switch (place) {
    case 'header':
      return isFieldName(name) ? { ...none, headers: [header(name, secret)] } : undefined;
    case 'query':
      return { ...none, query: [header(name, secret)] };
    case 'cookie':
      return isFieldName(name) ? { ...none, cookies: [header(name, secret)] } : undefined;
    default:
      return undefined;
  }
}

/** A token of RFC 9110; anything else could smuggle a second header. Host is the client's own to write. */
export function isFieldName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) && name.toLowerCase() !== 'host';
}

function basicCredentials(build: Build, scheme: DataNode | undefined, entry: MapEntry, count: number): Credentials {
  const password = secretHole(build, scheme, entry, 'PASSWORD', count);
  const user = asString(get(scheme, 'x-username-env-var', 'x-user-env-var'));
  const given = password.name.endsWith('PASSWORD') ? password.name.slice(0, -'PASSWORD'.length) : `${password.name}_`;
  const name = user !== undefined && isSecretName(user) ? user : `${given}USERNAME`;
  return { ...none, basicAuth: { user: [{ ...password, name }], password: [password] } };
}

/** The name that the document gives, else one of the skill's own. */
function secretHole(
  build: Build,
  scheme: DataNode | undefined,
  entry: MapEntry,
  suffix: string,
  count: number,
): SecretHole {
  const given = asString(get(scheme, 'x-env-var', 'x-env', 'x-envVar', 'x-secret-env'));
  const span = entry.keySpan;
  if (given !== undefined && isSecretName(given)) return { kind: 'secret', name: given, span };
  const own = upperSnake(entry.key);
  const tail = suffix === 'PASSWORD' ? `${own}_PASSWORD` : own;
  return { kind: 'secret', name: `${build.prefix}_${count > 1 ? tail : suffix}`, span };
}

function isSecretName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name);
}

function secretsIn(credentials: Credentials): readonly SecretHole[] {
  const texts = [
    ...[...credentials.headers, ...credentials.query, ...credentials.cookies].map(({ value }) => value),
    ...(credentials.basicAuth === undefined ? [] : [credentials.basicAuth.user, credentials.basicAuth.password]),
  ];
  return texts.flat().filter((piece) => piece.kind === 'secret');
}
