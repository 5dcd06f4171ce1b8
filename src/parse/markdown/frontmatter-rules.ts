import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Span } from '../../ir/span.ts';
import { asString, type DataNode, entriesOf, get, type MapEntry, type MapNode } from '../data/index.ts';
import { diagnoseHidden } from '../hidden-characters.ts';
import { reservedSkillIds, skillId } from '../skill-id.ts';
import { turnedHead } from './hidden-text.ts';

const standardFields: ReadonlySet<string> = new Set([
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
]);

/** Where the AgentSkills reference would object; `text` is the whole source. */
export function frontmatterDeviations(
  fields: MapNode,
  text: string,
  directory: string | undefined,
): readonly Diagnostic[] {
  const raw = text.slice(fields.span.start, fields.span.end);
  return [
    ...fields.entries.filter(({ key }) => !standardFields.has(key)).map(unknownField),
    ...nameRules(get(fields, 'name'), directory),
    ...lengthRules(fields),
    ...turnedHead(
      raw,
      ['name', 'description', 'compatibility'].map((key) => asString(get(fields, key))),
      fields.span,
    ),
    ...metadataRules(get(fields, 'metadata')),
    ...flowRules(fields, text),
    ...anchorRules(fields, raw),
    ...(raw.includes('---') ? [diagnose('parse/frontmatter-dashes', 'a value holds `---`', fields.span)] : []),
  ];
}

function unknownField({ key, keySpan }: MapEntry): Diagnostic {
  return diagnose('parse/field-unknown', `\`${key}\` is not a field of the AgentSkills format`, keySpan);
}

function nameRules(node: DataNode | undefined, directory: string | undefined): readonly Diagnostic[] {
  const written = asString(node);
  if (written === undefined || node === undefined) return [];
  const { span } = node;
  const hidden = diagnoseHidden(written, 'strict', 'the name', span);
  if (hidden.length > 0) return hidden;
  const name = written.trim().normalize('NFKC');
  const found: Diagnostic[] = [];
  if (!isStandardName(name)) {
    found.push(diagnose('parse/name-form', `the name \`${written}\` is not in the AgentSkills form`, span));
  }
  if (directory !== undefined && directory.normalize('NFKC') !== name) {
    found.push(diagnose('parse/name-directory', `the name \`${written}\` is not its directory \`${directory}\``, span));
  }
  if (reservedSkillIds.has(skillId(written))) {
    found.push(diagnose('parse/name-reserved', `the id \`${skillId(written)}\` is reserved`, span));
  }
  return found;
}

function isStandardName(name: string): boolean {
  return [...name].length <= 64 && name === name.toLowerCase() && /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(name);
}

function lengthRules(fields: MapNode): readonly Diagnostic[] {
  const description = get(fields, 'description');
  const compatibility = get(fields, 'compatibility');
  return [
    ...tooLong('parse/description-length', 'description', description, 1024),
    ...tooLong('parse/compatibility-length', 'compatibility', compatibility, 500),
    ...notText('description', description),
    ...notText('compatibility', compatibility),
    ...notText('name', get(fields, 'name')),
  ];
}

function tooLong(
  code: 'parse/description-length' | 'parse/compatibility-length',
  field: string,
  node: DataNode | undefined,
  limit: number,
): readonly Diagnostic[] {
  const length = [...(asString(node) ?? '')].length;
  return length > limit
    ? [diagnose(code, `\`${field}\` has ${length} characters, more than ${limit}`, node?.span)]
    : [];
}

function notText(field: string, node: DataNode | undefined): readonly Diagnostic[] {
  return node?.kind === 'map' || node?.kind === 'list'
    ? [diagnose('parse/field-type', `\`${field}\` must be a text`, node.span)]
    : [];
}

function metadataRules(node: DataNode | undefined): readonly Diagnostic[] {
  if (node === undefined || node.kind === 'null') return [];
  if (node.kind !== 'map') return [diagnose('parse/field-type', '`metadata` must be a map', node.span)];
  const nested = node.entries.find(({ value }) => value.kind === 'map' || value.kind === 'list');
  return nested === undefined
    ? []
    : [diagnose('parse/field-type', `\`metadata.${nested.key}\` must be a text`, nested.keySpan)];
}

/** One finding for the first `{…}` or `[…]` anywhere. */
function flowRules(fields: MapNode, text: string): readonly Diagnostic[] {
  const flow = firstFlow(fields, text);
  return flow === undefined
    ? []
    : [diagnose('parse/frontmatter-flow', 'a flow collection, which the reference refuses', flow)];
}

function firstFlow(node: DataNode, text: string): Span | undefined {
  if (node.kind !== 'map' && node.kind !== 'list') return undefined;
  const opening = text[node.span.start];
  if (opening === '{' || opening === '[') return node.span;
  const children = node.kind === 'map' ? node.entries.map(({ value }) => value) : node.items;
  for (const child of children) {
    const found = firstFlow(child, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function anchorRules(fields: MapNode, raw: string): readonly Diagnostic[] {
  const match = /^[ \t]*(?:- )?(?:[\w.-]{1,80}:[ \t]+)?[&*!][\w!]/m.exec(raw);
  if (match === null) return [];
  const start = fields.span.start + match.index;
  const span = { source: fields.span.source, start, end: start + match[0].length };
  return [diagnose('parse/frontmatter-anchor', 'an anchor, alias or tag, which the reference refuses', span)];
}

/** Fields that ask for what only approval and policy give. Compared without case and punctuation. */
const powerFields: ReadonlySet<string> = new Set([
  'permissions',
  'permission',
  'permissionmode',
  'autoapprove',
  'autoapproved',
  'autoapproval',
  'autorun',
  'autoexecute',
  'alwaysallow',
  'allowall',
  'approved',
  'approvalrequired',
  'requiresapproval',
  'requireapproval',
  'skipapproval',
  'bypassapproval',
  'bypasspermissions',
  'dangerouslyskippermissions',
  'dangerouslydisablesandbox',
  'sandbox',
  'disablesandbox',
  'nosandbox',
  'privileged',
  'privileges',
  'elevated',
  'root',
  'sudo',
  'trust',
  'trusted',
  'trustlevel',
  'trusttier',
  'unrestricted',
  'fullaccess',
  'unsafe',
  'grants',
  'capabilities',
  'tier',
]);

/** Values that only narrow what a skill may do. */
const harmless = /^(?:none|no|false|deny|denied|never|strict|required|\[\]|\{\}|)$/i;
const narrowing: ReadonlySet<string> = new Set(['requiresapproval', 'requireapproval', 'approvalrequired', 'sandbox']);

/** A warning for each field, at the top or inside `metadata`, that would raise the skill's own power. */
export function powerFindings(fields: MapNode): readonly Diagnostic[] {
  const metadata = get(fields, 'metadata');
  const nested = entriesOf(metadata).flatMap(({ value }) => entriesOf(value));
  return [...fields.entries, ...entriesOf(metadata), ...nested]
    .filter(asksForPower)
    .map(({ key, keySpan }) =>
      diagnose('parse/power-ignored', `\`${key}\` grants nothing: a skill cannot give itself permissions`, keySpan),
    );
}

function asksForPower({ key, value }: MapEntry): boolean {
  const name = key.toLowerCase().replace(/[^a-z]/g, '');
  if (!powerFields.has(name))
    return name === 'network' && /^(?:all|any|true|yes|on|\*|full)$/i.test(asString(value) ?? '');
  const text = asString(value)?.trim();
  if (narrowing.has(name)) return value.kind !== 'map' && /^(?:off|false|no|none|disabled?|never)$/i.test(text ?? '');
  return text === undefined || !harmless.test(text);
}
