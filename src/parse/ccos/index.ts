import type { Bundle } from '../../ir/bundle.ts';
import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Json } from '../../ir/json.ts';
import type { Operation, Skill } from '../../ir/skill.ts';
import { asString, asStrings, type DataNode, entriesOf, get, type MapNode, toJson } from '../data/index.ts';
import { upperSnake } from '../openapi/build.ts';
import { createRefs, externalRefs } from '../openapi/refs.ts';
import { isGenericTitle, nameOperations } from '../operation-name.ts';
import { reservedSkillIds, skillId } from '../skill-id.ts';
import { capped, otherFiles, type ParsedSkill, sourceInfo, withoutErrors } from '../source-info.ts';
import { declaredSecrets, noAuth, readAuth } from './auth.ts';
import type { SkillDefaults } from './endpoint.ts';
import { promptFields, skillFields } from './fields.ts';
import { type ReadOperation, readOperation, type WrittenOperation } from './operation.ts';
import { type Reading, reportUnknown, textField } from './report.ts';
import { readRequires } from './requires.ts';
import { readSandbox } from './sandbox.ts';

/** A skill in CCOS YAML or JSON: under `skill:`, or bare. */
export function parseCcos(root: MapNode, bundle: Bundle, format: 'yaml' | 'json'): ParsedSkill {
  const outside = externalRefs(root);
  if (outside.length > 0) return { diagnostics: capped(outside) };
  const wrapped = get(root, 'skill');
  const node = wrapped?.kind === 'map' ? wrapped : root;
  const id = skillId(asString(get(node, 'id')), asString(get(node, 'name')), bundle.directory);
  const reading: Reading = { source: bundle.entry, prefix: upperSnake(id), refs: createRefs(root), diagnostics: [] };
  if (node !== root) reportUnknown(reading, root, ['skill'], 'the document');
  const isPrompt =
    get(node, 'operations') === undefined && promptFields.some((field) => get(node, field) !== undefined);
  reportUnknown(reading, node, isPrompt ? [...skillFields, ...promptFields] : skillFields, 'the skill');
  reportBasics(reading, node, id);
  const defaults: SkillDefaults = {
    auth: get(node, 'auth') === undefined ? noAuth : readAuth(reading, get(node, 'auth')),
    baseUrl: asString(get(node, 'base_url', 'api_base')),
    requires: readRequires(reading, node),
  };
  const read = readOperations(reading, node, defaults, new Set(bundle.files.keys()));
  const operations = named(reading, read);
  if (operations.length === 0) {
    const what = isPrompt ? 'a prompt skill: it has instructions only' : 'the skill has no operations';
    reading.diagnostics.push(diagnose('parse/operation-missing', what, { ...node.span, end: node.span.start }));
  }
  const used = [...defaults.auth.secrets, ...read.flatMap(({ secrets }) => secrets)];
  const skill = skillOf(reading, node, bundle, format, {
    id,
    operations,
    secrets: declaredSecrets(defaults.requires.listed, used),
    ...(defaults.baseUrl === undefined ? {} : { baseUrl: defaults.baseUrl }),
  });
  return withoutErrors(skill, [...reading.diagnostics, ...reading.refs.diagnostics]);
}

function skillOf(
  reading: Reading,
  node: MapNode,
  bundle: Bundle,
  format: 'yaml' | 'json',
  known: Pick<Skill, 'id' | 'operations' | 'secrets' | 'baseUrl'>,
): Skill {
  const homepage = asString(get(node, 'homepage'));
  const license = asString(get(node, 'license'));
  return {
    kind: 'skill',
    ...known,
    name: asString(get(node, 'name')) ?? known.id,
    version: textField(reading, node, 'version') ?? '1.0.0',
    description: textField(reading, node, 'description') ?? '',
    source: sourceInfo(bundle, format),
    classifications: classificationsOf(node),
    env: asStrings(get(node, 'env')) ?? [],
    setup: [],
    declared: readSandbox(reading, node) ?? {},
    ...(homepage === undefined ? {} : { homepage }),
    ...(license === undefined ? {} : { license }),
    metadata: metadataOf(node),
    files: otherFiles(bundle),
    span: node.span,
  };
}

function reportBasics(reading: Reading, node: MapNode, id: string): void {
  const place = { ...node.span, end: node.span.start };
  if (get(node, 'name') === undefined) {
    reading.diagnostics.push(
      diagnose('parse/name-missing', `the skill has no \`name\`; \`${id}\` is used`, place, 'add `name:`'),
    );
  }
  if (get(node, 'description') === undefined) {
    reading.diagnostics.push(
      diagnose('parse/description-missing', 'the skill has no `description`', place, 'add `description:`'),
    );
  }
  if (reservedSkillIds.has(id)) {
    reading.diagnostics.push(
      diagnose(
        'parse/name-reserved',
        `the id \`${id}\` is one of the core capabilities'`,
        get(node, 'id', 'name')?.span,
      ),
    );
  }
}

function classificationsOf(node: MapNode): readonly string[] {
  const listed = asStrings(get(node, 'data_classifications')) ?? [];
  const single = asString(get(node, 'data_class'));
  return [...new Set(single === undefined ? listed : [...listed, single])];
}

function readOperations(
  reading: Reading,
  node: MapNode,
  defaults: SkillDefaults,
  files: ReadonlySet<string>,
): readonly ReadOperation[] {
  return writtenOperations(reading, get(node, 'operations')).flatMap((written) => {
    const read = readOperation(reading, written, defaults, files);
    return read === undefined ? [] : [read];
  });
}

function writtenOperations(reading: Reading, node: DataNode | undefined): readonly WrittenOperation[] {
  if (node === undefined || node.kind === 'null') return [];
  if (node.kind === 'list') return node.items.map((item) => ({ node: item }));
  if (node.kind === 'map') return node.entries.map(({ key, keySpan, value }) => ({ node: value, key, keySpan }));
  reading.diagnostics.push(diagnose('parse/field-type', '`operations` must be a list or a map', node.span));
  return [];
}

/** A written name is used even where a heading of the same text would say nothing. */
function named(reading: Reading, read: readonly ReadOperation[]): readonly Operation[] {
  const seen = new Set<string>();
  for (const { written, operation } of read) {
    if (written !== undefined && seen.has(written)) reading.diagnostics.push(duplicate(written, operation));
    if (written !== undefined) seen.add(written);
  }
  const names = nameOperations(
    read.map(({ hint, written }) =>
      written !== undefined && isGenericTitle(written) ? { titles: [], fallback: written } : hint,
    ),
  );
  return read.map(({ operation }, index) => ({ ...operation, name: names[index] ?? 'run' }));
}

function duplicate(name: string, operation: Omit<Operation, 'name'>): Diagnostic {
  const span = { ...operation.span, end: operation.span.start + 1 };
  return diagnose('parse/operation-id-duplicate', `two operations have the name \`${name}\``, span);
}

/** Read by something else already; the rest is kept as data. `auth` may hold a credential that someone pasted. */
const elsewhere: ReadonlySet<string> = new Set([
  'id',
  'name',
  'version',
  'description',
  'operations',
  'secrets',
  'auth',
  'sandbox',
  'network',
  'filesystem',
  'packages',
  'data_classifications',
  'homepage',
  'license',
  'env',
]);

function metadataOf(node: MapNode): Json {
  const out: Record<string, Json> = {};
  for (const { key, value } of entriesOf(node)) if (!elsewhere.has(key)) out[key] = toJson(value);
  return out;
}
