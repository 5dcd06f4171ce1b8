import { diagnose } from '../../ir/diagnostic.ts';
import { header } from '../../ir/endpoint-request.ts';
import type { HeaderTemplate } from '../../ir/request.ts';
import type { DeclaredSecret } from '../../ir/skill.ts';
import { concatTexts, literalText, type SecretHole, type Text } from '../../ir/text.ts';
import { asString, type DataNode, get } from '../data/index.ts';
import { isFieldName } from '../openapi/security.ts';
import { authFields } from './fields.ts';
import { type Reading, reportUnknown } from './report.ts';

/** What `auth` puts into a request. */
export interface Auth {
  readonly headers: readonly HeaderTemplate[];
  readonly query: readonly HeaderTemplate[];
  readonly cookies: readonly HeaderTemplate[];
  readonly basicAuth?: { readonly user: Text; readonly password: Text };
  readonly secrets: readonly SecretHole[];
}

export const noAuth: Auth = { headers: [], query: [], cookies: [], secrets: [] };

/** `auth: {type: bearer, env_var: NAME}` and its relatives. */
export function readAuth(reading: Reading, node: DataNode | undefined): Auth {
  if (node === undefined || node.kind === 'null') return noAuth;
  const type = (node.kind === 'map' ? asString(get(node, 'type')) : asString(node))?.toLowerCase().replaceAll('-', '_');
  if (node.kind !== 'map') {
    reading.diagnostics.push(diagnose('parse/field-type', '`auth` must be a map with `type` and `env_var`', node.span));
  }
  reportUnknown(reading, node, [...authFields, ...aliases], '`auth`');
  switch (type) {
    case 'none':
      return noAuth;
    case 'bearer':
    case 'bearer_token':
    case 'token':
    case 'oauth':
    case 'oauth2':
    case 'jwt':
      return headerAuth('Authorization', `${prefixOf(node) ?? 'Bearer'} `, secretOf(reading, node, 'API_KEY'));
    case 'api_key':
    case 'apikey':
    case 'key':
    case 'header':
    case 'query':
    case 'cookie':
      return keyAuth(reading, node, type);
    case 'basic':
      return basicAuth(reading, node);
    default:
      reading.diagnostics.push(
        diagnose(
          'parse/auth-unsupported',
          `the auth type \`${type ?? ''}\` is not known`,
          get(node, 'type')?.span ?? node.span,
        ),
      );
      return noAuth;
  }
}

/** Spellings of `env_var` and of the place seen in real files. */
const aliases: readonly string[] = [
  'env',
  'envVar',
  'secret',
  'token_env',
  'key_env',
  'header_name',
  'query_param',
  'name',
  'scheme',
];

function prefixOf(node: DataNode): string | undefined {
  return asString(get(node, 'prefix', 'scheme'))?.trim();
}

function headerAuth(name: string, prefix: string, secret: SecretHole): Auth {
  const value = concatTexts(literalText(prefix), [secret]);
  return { ...noAuth, headers: [header(name, value)], secrets: [secret] };
}

/** `header` and `query` name the place; else `in` with `name`; else the usual header. */
function keyAuth(reading: Reading, node: DataNode, type: string): Auth {
  const secret = secretOf(reading, node, 'API_KEY');
  const query = asString(get(node, 'query', 'query_param'));
  const place =
    asString(get(node, 'in')) ??
    (query !== undefined || type === 'query' ? 'query' : type === 'cookie' ? type : 'header');
  const name =
    (place === 'query' ? query : asString(get(node, 'header', 'header_name'))) ?? asString(get(node, 'name'));
  if (place === 'query') return { ...noAuth, query: [header(name ?? 'api_key', [secret])], secrets: [secret] };
  const field = name ?? (place === 'cookie' ? 'session' : 'X-API-Key');
  if (!isFieldName(field)) {
    reading.diagnostics.push(diagnose('parse/auth-unsupported', `\`${field}\` is no header name`, node.span));
    return noAuth;
  }
  if (place === 'cookie') return { ...noAuth, cookies: [header(field, [secret])], secrets: [secret] };
  const prefix = prefixOf(node);
  return headerAuth(field, prefix === undefined ? '' : `${prefix} `, secret);
}

function basicAuth(reading: Reading, node: DataNode): Auth {
  const password = secretOf(reading, node, 'PASSWORD', 'password_env', 'env_var', 'env');
  const literalUser = asString(get(node, 'username'));
  if (literalUser !== undefined) {
    return { ...noAuth, basicAuth: { user: literalText(literalUser), password: [password] }, secrets: [password] };
  }
  const given = validName(asString(get(node, 'username_env', 'user_env')));
  const user: SecretHole = { ...password, name: given ?? `${reading.prefix}_USERNAME` };
  return { ...noAuth, basicAuth: { user: [user], password: [password] }, secrets: [user, password] };
}

/** The variable that holds the credential. A value that is no name is never repeated: it may be the credential itself. */
function secretOf(reading: Reading, node: DataNode, suffix: string, ...keys: readonly string[]): SecretHole {
  const names = keys.length > 0 ? keys : ['env_var', 'env', 'envVar', 'secret', 'token_env', 'key_env'];
  const written = get(node, ...names);
  const name = validName(asString(written));
  const span = written?.span ?? node.span;
  if (name !== undefined) return { kind: 'secret', name, span };
  const fallback = `${reading.prefix}_${suffix}`;
  const message =
    written === undefined
      ? `\`auth\` names no \`env_var\`; \`${fallback}\` is used`
      : `\`env_var\` is not the name of a variable; \`${fallback}\` is used`;
  reading.diagnostics.push(
    diagnose(written === undefined ? 'parse/field-missing' : 'parse/field-value', message, span),
  );
  return { kind: 'secret', name: fallback, span };
}

/** The name of a variable, also as `$NAME`. */
export function validName(text: string | undefined): string | undefined {
  const name = text?.trim().replace(/^\$\{?(\w+)\}?$/, '$1');
  return name !== undefined && /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name) ? name : undefined;
}

/** Secrets that the skill lists, and those its operations use. One alone is the primary one. */
export function declaredSecrets(
  listed: readonly Omit<DeclaredSecret, 'primary'>[],
  used: readonly SecretHole[],
): readonly DeclaredSecret[] {
  const found = new Map(listed.map((secret) => [secret.name, secret]));
  for (const { name, span } of used) if (!found.has(name)) found.set(name, { name, span });
  return [...found.values()].map((secret) => ({ ...secret, primary: found.size === 1 }));
}
