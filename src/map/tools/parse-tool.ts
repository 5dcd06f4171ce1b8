import { type Fields, fieldsOf, type Problem, type Problems } from './fields.ts';
import { parseOptions, texts } from './parse-options.ts';
import { parseRules } from './parse-rules.ts';
import type { MatchExample, OtherOptions, RejectExample, Tool, ToolSecret } from './tool.ts';

export type ParsedTool =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'bad'; readonly problems: readonly Problem[] };

const toolKeys = [
  'program',
  'aliases',
  'summary',
  'docs',
  'npm',
  'pypi',
  'hosts',
  'secrets',
  'credential_files',
  'env',
  'style',
  'abbreviations',
  'help_alone',
  'old_bundle',
  'file_prefixes',
  'write_prefixes',
  'service_prefixes',
  'stdin_program',
  'refuse_words',
  'unknown_words',
  'globals',
  'options',
  'other_options',
  'rules',
  'examples',
];

const originPattern = /^[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9._${}:[\]-]+$/;
const slotPattern = /^(header:[a-z0-9-]+|query:[A-Za-z0-9_-]+|basic:(user|password)|body:\/.*|env:[A-Z][A-Z0-9_]*)$/;

/** The one reader of a tool file: parsed YAML in, a checked tool or every problem out. */
export function parseTool(data: unknown): ParsedTool {
  const problems: Problems = [];
  const fields = fieldsOf(data, [], toolKeys, problems);
  const otherOptions = fields.choice<OtherOptions>('other_options', ['accept', 'take-value', 'unknown'], 'unknown');
  const tool: Tool = {
    program: fields.required('program'),
    aliases: fields.strings('aliases'),
    summary: fields.required('summary'),
    ...optional('docs', fields.text('docs')),
    packages: { npm: fields.strings('npm'), pypi: fields.strings('pypi') },
    hosts: origins(fields, 'hosts', problems),
    secrets: parseSecrets(fields, problems),
    credentialFiles: fields.strings('credential_files'),
    env: fields.strings('env'),
    style: fields.choice('style', ['gnu', 'single-dash'], 'gnu'),
    abbreviations: fields.flag('abbreviations'),
    helpAlone: fields.flag('help_alone'),
    oldBundle: fields.flag('old_bundle'),
    filePrefixes: fields.strings('file_prefixes'),
    writePrefixes: fields.strings('write_prefixes'),
    servicePrefixes: fields.strings('service_prefixes'),
    ...optional('stdinProgram', fields.text('stdin_program')),
    refuseWords: judgedWords(fields, 'refuse_words', problems),
    unknownWords: judgedWords(fields, 'unknown_words', problems),
    globals: parseOptions(fields.get('globals'), ['globals'], problems),
    options: parseOptions(fields.get('options'), ['options'], problems),
    otherOptions,
    rules: parseRules(fields, otherOptions, problems),
    examples: parseExamples(fields.get('examples'), problems),
  };
  return problems.length === 0 ? { kind: 'tool', tool } : { kind: 'bad', problems };
}

function judgedWords(fields: Fields, key: string, problems: Problems): Tool['refuseWords'] {
  return texts(fields.get(key), [key], problems).map(([pattern, reason]) => ({ pattern, reason }));
}

function optional<K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: string });
}

function origins(fields: Fields, key: string, problems: Problems): readonly string[] {
  const found = fields.strings(key);
  for (const [index, origin] of found.entries()) {
    if (!originPattern.test(origin)) problems.push({ path: [key, index], message: `\`${origin}\` is not an origin` });
  }
  return found;
}

function parseSecrets(fields: Fields, problems: Problems): readonly ToolSecret[] {
  return fields.items('secrets').map((item, index) => {
    const secret = fieldsOf(item, ['secrets', index], ['env', 'origin', 'slot'], problems);
    const slot = secret.required('slot');
    const origin = secret.required('origin');
    const path = ['secrets', index];
    if (!slotPattern.test(slot)) problems.push({ path: [...path, 'slot'], message: `\`${slot}\` is not a slot` });
    if (!originPattern.test(origin))
      problems.push({ path: [...path, 'origin'], message: `\`${origin}\` is not an origin` });
    return { env: secret.required('env'), origin, slot };
  });
}

function parseExamples(data: unknown, problems: Problems): Tool['examples'] {
  const fields = fieldsOf(data ?? {}, ['examples'], ['match', 'reject'], problems);
  const match = fields.items('match').map((item, index): MatchExample => {
    const example = fieldsOf(item, ['examples', 'match', index], ['run', 'rule', 'effects'], problems);
    return { run: example.required('run'), rule: example.required('rule'), effects: example.strings('effects') };
  });
  const reject = fields.items('reject').map((item, index): RejectExample => {
    const example = fieldsOf(item, ['examples', 'reject', index], ['run', 'as'], problems);
    return { run: example.required('run'), as: example.choice('as', ['refused', 'unknown'], 'unknown') };
  });
  return { match, reject };
}
