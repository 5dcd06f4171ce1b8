import type { Bundle } from '../../ir/bundle.ts';
import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { BundleFile, Skill } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import { asString, type DataNode, get, type MapNode, readYaml, toJson } from '../data/index.ts';
import { decode } from '../decode.ts';
import { describe as describeHidden, findHidden } from '../hidden-characters.ts';
import { skillId } from '../skill-id.ts';
import { baseUrlInText } from './base-url.ts';
import type { Block } from './block.ts';
import { readBody } from './body.ts';
import { outsidePaths } from './bundle-paths.ts';
import { type Declared, readDeclared } from './declared.ts';
import { readFrontmatter } from './frontmatter.ts';
import { frontmatterDeviations, powerFindings } from './frontmatter-rules.ts';
import { hiddenTextFindings } from './hidden-text.ts';
import { plainText } from './outline.ts';
import { maxNesting, scanBlocks } from './scan-blocks.ts';
import { splitFrontmatter } from './split-frontmatter.ts';

const maxLength = 256 * 1024;

export interface ParsedMarkdown {
  /** Undefined when there is an error among the diagnostics. */
  readonly skill?: Skill;
  readonly diagnostics: readonly Diagnostic[];
}

/** SKILL.md and its relatives to a skill. `text` is the decoded entry of the bundle. */
export function parseMarkdown(text: string, bundle: Bundle): ParsedMarkdown {
  const source = bundle.entry;
  const refusal = tooLarge(text, bundle) ?? hiddenAnywhere(text, source);
  if (refusal !== undefined) return { diagnostics: [refusal] };
  const head = readHead(text, bundle);
  const scanned = scanBlocks(text, head.bodyStart);
  if (scanned.tooDeepAt !== undefined) {
    const span = { source, start: scanned.tooDeepAt, end: scanned.tooDeepAt + 1 };
    return {
      diagnostics: [diagnose('limit/depth', `lists and quotes are nested deeper than ${maxNesting} levels`, span)],
    };
  }
  return compile(text, bundle, head, scanned.blocks);
}

function tooLarge(text: string, bundle: Bundle): Diagnostic | undefined {
  const size = Math.max(text.length, bundle.files.get(bundle.entry)?.bytes.length ?? 0);
  if (size <= maxLength) return undefined;
  return diagnose('limit/size', `\`${bundle.entry}\` has ${size} bytes, more than ${maxLength}`);
}

/** Tag characters and runs of invisible ones are refused wherever they stand; commands are searched more strictly. */
function hiddenAnywhere(text: string, source: string): Diagnostic | undefined {
  const [first] = findHidden(text, 'prose');
  if (first === undefined) return undefined;
  const span = { source, start: first.start, end: first.end };
  return diagnose('parse/hidden-character', `the text contains ${describeHidden(first)}`, span);
}

interface Head {
  readonly fields?: MapNode;
  readonly declared: Declared;
  readonly bodyStart: number;
  readonly diagnostics: readonly Diagnostic[];
}

function readHead(text: string, bundle: Bundle): Head {
  const source = bundle.entry;
  const place = splitFrontmatter(text);
  const start: Span = { source, start: 0, end: Math.min(3, text.length) };
  const carapace = readCarapace(bundle);
  if (place.kind !== 'found') {
    const missing =
      place.kind === 'missing'
        ? diagnose('parse/frontmatter-missing', 'the file does not start with frontmatter', start)
        : diagnose('parse/frontmatter-unclosed', 'the frontmatter has no closing `---`', start);
    const diagnostics = [missing, ...carapace.diagnostics];
    return { declared: readDeclared(undefined, carapace.node, text), bodyStart: 0, diagnostics };
  }
  const read = readFrontmatter(text, place, source);
  const span = { source, start: place.start, end: place.end };
  const fields: MapNode | undefined =
    read.entries === undefined ? undefined : { kind: 'map', entries: read.entries, span };
  const late = place.late
    ? [diagnose('parse/frontmatter-missing', 'blank lines stand above the frontmatter', start)]
    : [];
  const found =
    fields === undefined
      ? []
      : [...frontmatterDeviations(fields, text, bundle.directory), ...powerFindings(fields), ...outsidePaths(fields)];
  return {
    ...(fields === undefined ? {} : { fields }),
    declared: readDeclared(fields, carapace.node, text),
    bodyStart: place.body,
    diagnostics: [...late, ...read.diagnostics, ...found, ...carapace.diagnostics],
  };
}

/** The sibling file of another system: credentials and hosts. An unreadable one is an error: it may hold limits. */
function readCarapace(bundle: Bundle): { readonly node?: DataNode; readonly diagnostics: readonly Diagnostic[] } {
  const path = bundle.entry.replace(/[^/]*$/, 'carapace.yaml');
  const file = bundle.files.get(path);
  if (file === undefined) return { diagnostics: [] };
  const { text, diagnostics } = decode(file.bytes, path, maxLength);
  return text === undefined ? { diagnostics } : readYaml(text, path);
}

function compile(text: string, bundle: Bundle, head: Head, blocks: readonly Block[]): ParsedMarkdown {
  const source = bundle.entry;
  const identity = identify(head, bundle, blocks);
  const id = skillId(identity.name, bundle.directory, titleOf(blocks));
  const baseUrl = knownBase(head.declared.baseUrl) ?? baseUrlInText(blocks);
  const body = readBody(blocks, {
    source,
    names: [...new Set([id, identity.name, ...(bundle.directory === undefined ? [] : [bundle.directory])])],
    ...(baseUrl === undefined ? {} : { baseUrl }),
    baseSetting: `${id.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_BASE_URL`,
  });
  const diagnostics = [
    ...head.diagnostics,
    ...identity.diagnostics,
    ...hiddenTextFindings(blocks, source),
    ...body.diagnostics,
    ...(body.operations.length === 0 && body.diagnostics.every(({ severity }) => severity !== 'error')
      ? [diagnose('parse/operation-missing', 'no command or request found', wholeOf(text, source))]
      : []),
  ];
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics };
  const { declared, fields } = head;
  const license = asString(get(fields, 'license'));
  const skill: Skill = {
    kind: 'skill',
    id,
    name: identity.name,
    version: declared.version ?? '1.0.0',
    description: identity.description,
    source: { uri: bundle.uri, digest: bundle.digest, format: 'markdown', entry: source },
    classifications: declared.classifications,
    secrets: declared.secrets,
    env: declared.env,
    operations: body.operations,
    setup: [...declared.setup, ...body.setup],
    declared: declared.limits,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(declared.homepage === undefined ? {} : { homepage: declared.homepage }),
    ...(license === undefined ? {} : { license }),
    metadata: fields === undefined ? {} : toJson(fields),
    files: otherFiles(bundle),
    span: wholeOf(text, source),
  };
  return { skill, diagnostics };
}

function wholeOf(text: string, source: string): Span {
  return { source, start: 0, end: text.length };
}

/** A base must be an address, with nothing invisible in it. */
function knownBase(written: string | undefined): string | undefined {
  if (written === undefined || !/^https?:\/\/\S+$/i.test(written) || findHidden(written, 'strict').length > 0)
    return undefined;
  return written.replace(/\/$/, '');
}

interface Identity {
  readonly name: string;
  readonly description: string;
  readonly diagnostics: readonly Diagnostic[];
}

function identify(head: Head, bundle: Bundle, blocks: readonly Block[]): Identity {
  const diagnostics: Diagnostic[] = [];
  const place = head.fields?.span ?? { source: bundle.entry, start: 0, end: 0 };
  const name = asString(get(head.fields, 'name'))?.trim() || undefined;
  const description = asString(get(head.fields, 'description'))?.trim() || undefined;
  const standIn = bundle.directory ?? titleOf(blocks) ?? 'unnamed';
  if (name === undefined && head.fields !== undefined) {
    diagnostics.push(diagnose('parse/name-missing', `there is no \`name\`; \`${standIn}\` stands in`, place));
  }
  if (description === undefined && head.fields !== undefined) {
    diagnostics.push(
      diagnose('parse/description-missing', 'there is no `description`; the first paragraph stands in', place),
    );
  }
  return { name: name ?? standIn, description: description ?? firstParagraph(blocks), diagnostics };
}

function titleOf(blocks: readonly Block[]): string | undefined {
  const title = blocks.find((block) => block.kind === 'heading' && block.depth === 1);
  return title === undefined ? undefined : plainText(title.content.text) || undefined;
}

function firstParagraph(blocks: readonly Block[]): string {
  const first = blocks.find((block) => block.kind === 'paragraph');
  return first === undefined ? '' : [...plainText(first.content.text)].slice(0, 1024).join('');
}

function otherFiles(bundle: Bundle): readonly BundleFile[] {
  return [...bundle.files.values()]
    .filter(({ path }) => path !== bundle.entry)
    .map(({ path, digest, executable, bytes }) => ({ path, digest, executable, size: bytes.length }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
