import type { Bundle } from '../../ir/bundle.ts';
import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Json } from '../../ir/json.ts';
import type { Operation, Skill } from '../../ir/skill.ts';
import { joinSpans } from '../../ir/span.ts';
import {
  asString,
  asStrings,
  type DataNode,
  entriesOf,
  get,
  type MapEntry,
  type MapNode,
  toJson,
} from '../data/index.ts';
import { isGenericTitle, type NameHint, nameOperations } from '../operation-name.ts';
import { skillId } from '../skill-id.ts';
import { capped, otherFiles, type ParsedSkill, sourceInfo, withoutErrors } from '../source-info.ts';
import { type Build, type OpenapiVersion, upperSnake } from './build.ts';
import { type ReadOperation, readOperation, type WrittenOperation } from './operation.ts';
import { createRefs, externalRefs } from './refs.ts';
import { declaredSecrets, readSchemes } from './security.ts';
import { literalServer, reportServers, serverOf } from './servers.ts';
import { checkValidity } from './validity.ts';

/** An OpenAPI 3.0, 3.1 or 3.2 or Swagger 2.0 document as a skill: one operation for each method of each path. */
export function parseOpenapi(root: MapNode, bundle: Bundle): ParsedSkill {
  const version = versionOf(root);
  if (typeof version !== 'string') return { diagnostics: [version] };
  const info = get(root, 'info');
  const title = asString(get(info, 'title'));
  const id = skillId(asString(get(info, 'x-skill-id')), title, bundle.directory);
  const refs = createRefs(root);
  const build: Build = { root, version, refs, source: bundle.entry, prefix: upperSnake(id), diagnostics: [] };
  const outside = externalRefs(root);
  if (outside.length > 0) return { diagnostics: capped(outside) };
  const schemes = readSchemes(build);
  const operations = readOperations(build, schemes);
  reportServers(build);
  reportIgnored(build);
  const baseUrl = literalServer(serverOf(build));
  const skill: Skill = {
    kind: 'skill',
    id,
    name: title ?? id,
    version: asString(get(info, 'version')) ?? '1.0.0',
    description: asString(get(info, 'description')) ?? asString(get(info, 'summary')) ?? '',
    source: sourceInfo(bundle, 'openapi'),
    classifications: asStrings(get(root, 'x-data-classifications') ?? get(info, 'x-data-classifications')) ?? [],
    secrets: declaredSecrets(schemes),
    env: [],
    operations,
    setup: [],
    declared: {},
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...optional('homepage', asString(get(get(root, 'externalDocs'), 'url'))),
    ...optional('license', asString(get(get(info, 'license'), 'name'))),
    metadata: metadataOf(root, info),
    files: otherFiles(bundle),
    span: root.span,
  };
  const diagnostics = [...checkValidity(root, version), ...build.diagnostics, ...refs.diagnostics, ...emptiness(skill)];
  return withoutErrors(skill, diagnostics);
}

/** `openapi: 3.1.0` or `swagger: "2.0"`; YAML authors often leave the quotes out. */
function versionOf(root: MapNode): OpenapiVersion | Diagnostic {
  const swagger = asString(get(root, 'swagger'));
  const openapi = asString(get(root, 'openapi'));
  if (swagger !== undefined && /^2(?:\.0)?$/.test(swagger)) return '2.0';
  for (const version of ['3.0', '3.1', '3.2'] as const) {
    if (openapi === version || openapi?.startsWith(`${version}.`) === true) return version;
  }
  const written = openapi ?? swagger ?? '';
  return diagnose(
    'parse/openapi-version',
    `the version \`${written}\` is not known`,
    get(root, 'openapi', 'swagger')?.span,
  );
}

const methods: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]);

function readOperations(build: Build, schemes: ReturnType<typeof readSchemes>): readonly Operation[] {
  const written = entriesOf(get(build.root, 'paths')).flatMap((path) => writtenOperations(build, path));
  const read: { written: WrittenOperation; made: ReadOperation }[] = [];
  for (const item of written) {
    const made = readOperation(build, schemes, item);
    if (made !== undefined) read.push({ written: item, made });
  }
  reportDuplicates(build, written);
  reportMedia(
    build,
    read.filter(({ made }) => made.otherMedia.length > 0),
  );
  const names = nameOperations(read.map((item) => hintOf(item.written)));
  return read.map(({ made }, index) => ({ ...made.operation, name: names[index] ?? 'run' }));
}

function writtenOperations(build: Build, path: MapEntry): readonly WrittenOperation[] {
  const pathItem = build.refs.resolve(path.value);
  if (!path.key.startsWith('/') || pathItem?.kind !== 'map') return [];
  const extra = build.version === '3.2' ? entriesOf(get(pathItem, 'additionalOperations')) : [];
  const entries = [...pathItem.entries.filter(({ key }) => isMethod(build, key)), ...extra.filter(isMethodName)];
  return entries
    .filter(({ value }) => value.kind === 'map')
    .map(({ key, keySpan, value }) => ({
      method: key,
      path,
      pathItem,
      node: value,
      span: joinSpans(keySpan, value.span),
    }));
}

function isMethod(build: Build, key: string): boolean {
  return methods.has(key) && (key !== 'query' || build.version === '3.2');
}

function isMethodName({ key }: MapEntry): boolean {
  return /^[A-Za-z]{1,32}$/.test(key) && key.toUpperCase() !== 'CONNECT';
}

/** A name that the document gives is used even where a heading of the same text would say nothing. */
function hintOf({ method, path, node }: WrittenOperation): NameHint {
  const id = asString(get(node, 'operationId'));
  const [route] = path.key.split('#');
  if (id === undefined) return { titles: [], method, path: path.key, fallback: method };
  if (isGenericTitle(id)) return { titles: [], fallback: id };
  return { titles: [id], method, path: route ?? path.key, fallback: id };
}

function reportDuplicates(build: Build, written: readonly WrittenOperation[]): void {
  const seen = new Set<string>();
  for (const { node } of written) {
    const id = get(node, 'operationId');
    const text = asString(id);
    if (text === undefined) continue;
    if (seen.has(text)) {
      build.diagnostics.push(
        diagnose('parse/operation-id-duplicate', `the \`operationId\` \`${text}\` stands twice`, id?.span),
      );
    }
    seen.add(text);
  }
}

function reportMedia(
  build: Build,
  chosen: readonly { readonly written: WrittenOperation; readonly made: ReadOperation }[],
): void {
  const [first] = chosen;
  if (first === undefined) return;
  const others = first.made.otherMedia.map((type) => `\`${type}\``).join(', ');
  const more = chosen.length > 1 ? `, and ${chosen.length - 1} more operations have a choice` : '';
  const message = `\`${first.written.method.toUpperCase()} ${first.written.path.key}\` also takes ${others}${more}`;
  build.diagnostics.push(diagnose('parse/media-choice', message, first.written.span));
}

/** What others send to the caller is nothing that a skill can do. */
function reportIgnored(build: Build): void {
  const webhooks = get(build.root, 'webhooks', 'x-webhooks');
  if (webhooks === undefined) return;
  const span = { ...webhooks.span, end: webhooks.span.start };
  build.diagnostics.push(diagnose('parse/part-ignored', 'webhooks are calls to the reader, not operations', span));
}

function metadataOf(root: MapNode, info: DataNode | undefined): Json {
  const contact = get(info, 'contact');
  return {
    openapi: asString(get(root, 'openapi', 'swagger')) ?? '',
    ...optional('terms', asString(get(info, 'termsOfService'))),
    ...(contact === undefined ? {} : { contact: toJson(contact) }),
  };
}

function optional<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}

function emptiness(skill: Skill): readonly Diagnostic[] {
  return skill.operations.length > 0
    ? []
    : [diagnose('parse/operation-missing', 'the document has no operations', skill.span)];
}
