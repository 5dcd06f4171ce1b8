import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import { takesQuery } from '../../ir/endpoint-request.ts';
import type { Schema } from '../../ir/json.ts';
import type { Binding, Body, Operation, SetupLine, SuppliedFile } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import { describe as describeHidden, findHidden } from '../hidden-characters.ts';
import { isGenericTitle, type NameHint, nameOperations } from '../operation-name.ts';
import type { Block, CodeBlock, ParagraphBlock } from './block.ts';
import { resolveBundlePaths } from './bundle-paths.ts';
import { commandRoute } from './command-route.ts';
import { type DefinedFunction, functionsAfter } from './defined-functions.ts';
import { type FenceKind, fenceKind, isRequestLine } from './fence-kind.ts';
import { inlineCommands } from './inline-commands.ts';
import { looksLikeCommand } from './known-commands.ts';
import { enterHeading, isUnderInstall, type Outline, plainText, titlesOf } from './outline.ts';
import { withoutPrompts } from './prompts.ts';
import { splitRequests, type WrittenRequest } from './request-block.ts';
import { requestOperation } from './request-operation.ts';
import { announcesBody, announcesResponse, responseSchema } from './sample-response.ts';
import { readShellBlock } from './shell-block.ts';
import type { ShellPiece } from './shell-piece.ts';
import { type SourceText, sourceSpan } from './source-text.ts';
import { mentionsPath } from './statement-links.ts';
import { suppliedPath } from './supplied-file.ts';
import { unlinked } from './unlinked.ts';

export const maxOperations = 2000;
/** Of a document, kept for the blocks behind them. */
const maxFunctions = 100;

export interface BodyContext {
  readonly source: string;
  /** Names under which the skill's own directory may be written. */
  readonly names: readonly string[];
  readonly baseUrl?: string;
  readonly baseSetting: string;
}

export interface ReadBody {
  readonly operations: readonly Operation[];
  readonly setup: readonly SetupLine[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Draft {
  readonly hint: NameHint;
  readonly description: string;
  readonly body: Body;
  readonly input?: Schema;
  output?: Schema;
  readonly span: Span;
}

interface Reading {
  readonly context: BodyContext;
  readonly drafts: Draft[];
  readonly setup: SetupLine[];
  readonly diagnostics: Diagnostic[];
  readonly files: Map<string, SuppliedFile>;
  readonly inline: { readonly command: SourceText; readonly outline: Outline; readonly paragraph: ParagraphBlock }[];
  /** Text of every command block, to tell inline code that repeats it. */
  readonly shown: string[];
  exports: Binding[];
  functions: readonly DefinedFunction[];
  readonly defined: Set<string>;
  outline: Outline;
  paragraph: ParagraphBlock | undefined;
  /** The operation that a sample behind it would describe. */
  answering: Draft | undefined;
  /** The request of that operation, while a block behind it may still show its body. */
  bodyless: WrittenRequest | undefined;
  /** Whether the block before was a command block, with nothing between. */
  justRan: boolean;
}

/** Blocks to operations: each code block by what it is, then commands in running text that no block shows. */
export function readBody(blocks: readonly Block[], context: BodyContext): ReadBody {
  const reading: Reading = {
    context,
    drafts: [],
    setup: [],
    diagnostics: [],
    files: new Map(),
    inline: [],
    shown: [],
    exports: [],
    functions: [],
    defined: new Set(),
    outline: [],
    paragraph: undefined,
    answering: undefined,
    bodyless: undefined,
    justRan: false,
  };
  for (const block of blocks) readBlock(reading, block);
  readInline(reading);
  const drafts = reading.drafts.toSorted((a, b) => a.span.start - b.span.start);
  if (drafts.length > maxOperations) {
    const message = `the skill has ${drafts.length} operations, more than ${maxOperations}`;
    return { operations: [], setup: [], diagnostics: [diagnose('limit/nodes', message, drafts[maxOperations]?.span)] };
  }
  const names = nameOperations(drafts.map(({ hint }) => hint));
  const operations = drafts.map(
    ({ hint: _hint, ...rest }, index): Operation => ({ kind: 'operation', name: names[index] ?? 'run', ...rest }),
  );
  const setup = reading.setup.toSorted((a, b) => a.span.start - b.span.start);
  return { operations, setup, diagnostics: reading.diagnostics };
}

function readBlock(reading: Reading, block: Block): void {
  switch (block.kind) {
    case 'heading':
      reading.outline = enterHeading(reading.outline, block);
      reading.paragraph = undefined;
      reading.justRan = false;
      return;
    case 'paragraph':
      readParagraph(reading, block);
      return;
    case 'code':
      readCode(reading, block);
      reading.paragraph = undefined;
      return;
    case 'html':
      return;
  }
}

function readParagraph(reading: Reading, paragraph: ParagraphBlock): void {
  reading.paragraph = paragraph;
  reading.justRan = false;
  for (const { command, atLoad } of inlineCommands(paragraph)) {
    if (!atLoad) {
      reading.inline.push({ command, outline: reading.outline, paragraph });
    } else {
      reading.diagnostics.push(loadCommand(sourceSpan(command, reading.context.source)));
    }
  }
}

function loadCommand(span: Span): Diagnostic {
  return diagnose('parse/load-command', 'this command is marked to run while the skill is loaded', span);
}

function readCode(reading: Reading, block: CodeBlock): void {
  const { source } = reading.context;
  if (!block.closed) {
    const span = { source, start: block.start, end: Math.min(block.end, block.start + 3 + block.info.length) };
    reading.diagnostics.push(diagnose('parse/fence-unclosed', 'this code fence is not closed', span));
  }
  const kind = fenceKind(block);
  const path =
    reading.paragraph === undefined || isCommandKind(kind) ? undefined : suppliedPath(reading.paragraph, block);
  if (path !== undefined) {
    reading.files.set(path, { path, content: `${block.content.text}\n`, span: sourceSpan(block.content, source) });
    reading.justRan = false;
    return;
  }
  const isRun = isCommandKind(kind);
  if (isRun) readCommands(reading, block, kind);
  else if (kind === 'load-command') reading.diagnostics.push(loadCommand(sourceSpan(block.content, source)));
  else if (kind === 'data') readSample(reading, block);
  reading.justRan = isRun;
}

function isCommandKind(kind: FenceKind): boolean {
  return kind === 'shell' || kind === 'console' || kind === 'untagged' || kind === 'request';
}

/** A data block behind a command shows its answer, where the text says so or nothing stands between. */
function readSample(reading: Reading, block: CodeBlock): void {
  const { answering, bodyless, paragraph } = reading;
  if (answering === undefined || answering.output !== undefined) return;
  if (bodyless !== undefined && announcesBody(paragraph?.content.text ?? reading.outline.at(-1)?.title ?? '')) {
    reading.drafts.pop();
    addRequest(reading, { ...bodyless, body: block.content });
    return;
  }
  const title = reading.outline.at(-1)?.title ?? '';
  const isAnswer =
    paragraph === undefined ? reading.justRan || announcesResponse(title) : announcesResponse(paragraph.content.text);
  const schema = isAnswer ? responseSchema(block.content, reading.context.source) : undefined;
  if (schema !== undefined) answering.output = schema;
}

function readCommands(reading: Reading, block: CodeBlock, kind: FenceKind): void {
  const hidden = hiddenIn(block.content, 'a command', reading.context.source);
  if (hidden !== undefined) {
    reading.diagnostics.push(hidden);
    return;
  }
  const isShell = kind !== 'request';
  const bare = isShell ? withoutPrompts(block.content, kind === 'console') : block.content;
  const content = resolveBundlePaths(withoutLinks(reading, bare), reading.context.names);
  const hasRequests = !isShell || content.text.split('\n').some(isRequestLine);
  const { requests, rest } = hasRequests ? splitRequests(content, isShell) : { requests: [], rest: content };
  for (const request of requests) addRequest(reading, request);
  if (isShell) readShell(reading, rest, kind === 'untagged');
}

/** Addresses in place of the links that an editor made of them. */
function withoutLinks(reading: Reading, content: SourceText): SourceText {
  const { text, links } = unlinked(content);
  for (const { start, end } of links) {
    const span = sourceSpan(content, reading.context.source, start, end);
    reading.diagnostics.push(diagnose('parse/link-in-command', 'a link stands in the place of its address', span));
  }
  return text;
}

function hiddenIn(text: SourceText, what: string, source: string): Diagnostic | undefined {
  const [first] = findHidden(text.text, 'strict');
  if (first === undefined) return undefined;
  const span = sourceSpan(text, source, first.start, first.end);
  return diagnose('parse/hidden-character', `${what} contains ${describeHidden(first)}`, span);
}

function readShell(reading: Reading, content: SourceText, onlyKnown: boolean): void {
  const { source } = reading.context;
  const read = readShellBlock(content, {
    source,
    underInstall: isUnderInstall(reading.outline),
    scope: reading.exports,
    functions: reading.functions,
    defined: reading.defined,
  });
  reading.shown.push(content.text);
  reading.setup.push(...read.setup);
  reading.exports = [...reading.exports, ...read.exports].slice(-200);
  for (const name of read.defines) reading.defined.add(name);
  const functions = onlyKnown ? [] : read.functions;
  reading.functions = functionsAfter(reading.functions, { ...read, functions }).slice(-maxFunctions);
  const pieces = onlyKnown ? read.pieces.filter(({ program }) => looksLikeCommand(program.text)) : read.pieces;
  if (!onlyKnown || pieces.length > 0) reading.diagnostics.push(...read.diagnostics);
  for (const piece of pieces) addShell(reading, piece, pieces.length > 1);
  for (const file of read.files) reading.files.set(file.path, file);
}

function addShell(reading: Reading, piece: ShellPiece, isOneOfMany: boolean): void {
  const { comment, program, scope } = piece;
  const titles = [...(comment === undefined ? [] : [comment]), ...titlesOf(reading.outline)];
  addDraft(reading, {
    hint: program.unread === undefined ? { titles, ...commandRoute(program.statements) } : unreadName(titles),
    description: descriptionOf(reading, comment, isOneOfMany),
    body: { kind: 'shell', program, scope, files: filesFor(reading, program.text) },
    span: program.span,
  });
}

/** A name of its own, so that what cannot be read changes no other operation's. */
function unreadName(titles: readonly string[]): NameHint {
  return { titles: titles.map((title) => `unread ${title}`), fallback: 'unread' };
}

function filesFor(reading: Reading, text: string): readonly SuppliedFile[] {
  return [...reading.files.values()].filter(({ path }) => mentionsPath(text, path));
}

function addRequest(reading: Reading, written: WrittenRequest): void {
  const { context } = reading;
  const { operation, diagnostics } = requestOperation(written, context);
  reading.diagnostics.push(...diagnostics);
  if (operation === undefined) return;
  const titles = [...(written.title === undefined ? [] : [written.title]), ...titlesOf(reading.outline)];
  const output = written.response === undefined ? undefined : responseSchema(written.response, context.source);
  addDraft(reading, {
    hint: { titles, method: written.method, path: operation.path, fallback: 'request' },
    description: descriptionOf(reading, written.title, false),
    body: operation.body,
    ...(operation.input === undefined ? {} : { input: operation.input }),
    ...(output === undefined ? {} : { output }),
    span: operation.body.request.span,
  });
  if (written.body === undefined && !takesQuery(written.method)) reading.bodyless = written;
}

function addDraft(reading: Reading, draft: Draft): void {
  reading.drafts.push(draft);
  reading.answering = draft;
  reading.bodyless = undefined;
}

function descriptionOf(reading: Reading, comment: string | undefined, isOneOfMany: boolean): string {
  const paragraph = reading.paragraph === undefined ? undefined : plainText(reading.paragraph.content.text);
  const before = paragraph === undefined || isLeadIn(paragraph) ? undefined : paragraph;
  const heading = reading.outline.findLast(({ title }) => !isGenericTitle(title))?.title;
  const text = (isOneOfMany ? (comment ?? before) : (before ?? comment)) ?? heading ?? paragraph ?? '';
  return text.length > 500 ? `${text.slice(0, 499)}…` : text;
}

const leadIn =
  /^(?:(?:and|then|now|next|first|finally|just|simply|you can),? )*(?:run|execute|use|try|call|type|enter)(?: (?:it|this|that|these|the following|command|commands|the command|with|curl))*\s?:$/i;

/** `Then run:` says that a command follows, not what it does. */
function isLeadIn(paragraph: string): boolean {
  return paragraph.length < 60 && leadIn.test(paragraph);
}

/** Inline commands that no block shows already. */
function readInline(reading: Reading): void {
  const shown = new Set(reading.shown.flatMap((text) => text.split('\n').map(normal)));
  for (const { command, outline, paragraph } of reading.inline) {
    const key = normal(command.text);
    if (shown.has(key)) continue;
    shown.add(key);
    const hidden = hiddenIn(command, 'a command', reading.context.source);
    if (hidden !== undefined) {
      reading.diagnostics.push(hidden);
      continue;
    }
    reading.outline = outline;
    reading.paragraph = paragraph;
    addInline(reading, resolveBundlePaths(command, reading.context.names));
  }
}

function normal(line: string): string {
  return line.trim().replace(/\s+/g, ' ').replace(/ #.*$/, '');
}

/** Running text is only lowered where it is whole shell; a fragment that does not parse is prose. */
function addInline(reading: Reading, command: SourceText): void {
  const { source } = reading.context;
  const read = readShellBlock(command, {
    source,
    underInstall: isUnderInstall(reading.outline),
    scope: reading.exports,
    functions: reading.functions,
    defined: reading.defined,
  });
  reading.setup.push(...read.setup);
  if (read.diagnostics.every(({ code }) => code !== 'shell/syntax'))
    for (const piece of read.pieces) addShell(reading, piece, false);
}
