import { diagnose } from '../../ir/diagnostic.ts';
import type { Span } from '../../ir/span.ts';
import { concatTexts, joinTexts, literalOf, literalText, type Text } from '../../ir/text.ts';
import { asList, asString, type DataNode, entriesOf, get } from '../data/index.ts';
import { type Build, upperSnake } from './build.ts';

/** The base of an operation's URL, without a slash at the end. */
export interface Server {
  readonly url: Text;
}

/** The servers of the operation, else of its path, else of the document; the first one, in its https form if it has one. */
export function serverOf(build: Build, ...levels: readonly (DataNode | undefined)[]): Server {
  if (build.version === '2.0') return { url: swaggerBase(build, levels[0]) };
  for (const level of [...levels, build.root]) {
    const servers = asList(get(level, 'servers')) ?? [];
    const chosen = preferHttps(servers);
    if (chosen !== undefined) return { url: serverText(build, chosen) };
  }
  return { url: [openBase(build, build.root.span)] };
}

/** More than one server of the document is worth a word, once. */
export function reportServers(build: Build): void {
  const servers = asList(get(build.root, 'servers')) ?? [];
  const chosen = asString(get(preferHttps(servers), 'url'));
  if (servers.length < 2 || chosen === undefined) return;
  const message = `\`${chosen}\` is used, the first of ${servers.length} servers`;
  build.diagnostics.push(diagnose('parse/server-choice', message, get(build.root, 'servers')?.span));
}

function preferHttps(servers: readonly DataNode[]): DataNode | undefined {
  const first = servers.find((server) => asString(get(server, 'url')) !== undefined);
  const url = asString(get(first, 'url'));
  if (url?.startsWith('http://') !== true) return first;
  const secure = `https://${url.slice('http://'.length)}`;
  return servers.find((server) => asString(get(server, 'url')) === secure) ?? first;
}

/** `https://{region}.example.com/{version}`: variables of the origin stay open, those of the path take their default. */
function serverText(build: Build, server: DataNode): Text {
  const url = get(server, 'url');
  const written = (asString(url) ?? '').trim();
  const span = url?.span ?? server.span;
  const pieces = splitBraces(written);
  const originEnd = originLength(written);
  if (originEnd === 0 && !written.startsWith('{')) {
    return concatTexts([openBase(build, span)], literalText(trimSlash(relativePath(written))));
  }
  const text = joinTexts(pieces.map((piece) => serverPiece(build, server, piece, originEnd, span)));
  return trimTrailing(text);
}

interface BracePiece {
  readonly kind: 'literal' | 'name';
  readonly text: string;
  readonly at: number;
}

/** `a{b}c` as literal, name, literal. Braces that do not pair stay literal. */
export function splitBraces(text: string): readonly BracePiece[] {
  const out: BracePiece[] = [];
  let last = 0;
  for (const match of text.matchAll(/\{([^{}]{1,200})\}/g)) {
    if (match.index > last) out.push({ kind: 'literal', text: text.slice(last, match.index), at: last });
    out.push({ kind: 'name', text: match[1] ?? '', at: match.index });
    last = match.index + match[0].length;
  }
  if (last < text.length) out.push({ kind: 'literal', text: text.slice(last), at: last });
  return out;
}

/** Where scheme and authority end; 0 for a relative URL. */
function originLength(url: string): number {
  const scheme = /^(?:[a-zA-Z][a-zA-Z0-9+.-]{0,20}|\{[^{}]{1,200}\}):\/\//.exec(url);
  if (scheme === null) return 0;
  const slash = url.slice(scheme[0].length).search(/[/?#]/);
  return slash < 0 ? url.length : scheme[0].length + slash;
}

function serverPiece(build: Build, server: DataNode, piece: BracePiece, originEnd: number, span: Span): Text {
  if (piece.kind === 'literal') return literalText(piece.text);
  const fallback = asString(get(variableOf(server, piece.text), 'default'));
  const place = { source: span.source, start: span.start, end: span.end };
  if (piece.at >= originEnd && originEnd > 0 && fallback !== undefined) {
    noteOnce(build, `\`{${piece.text}}\` in the server's path is \`${fallback}\``, 'parse/server-choice', span);
    return literalText(fallback);
  }
  const name = upperSnake(piece.text);
  noteOnce(build, `the server leaves \`${name}\` open`, 'parse/server-open', span);
  return [{ kind: 'variable', name, ...(fallback === undefined ? {} : { fallback }), span: place }];
}

function variableOf(server: DataNode, name: string): DataNode | undefined {
  return entriesOf(get(server, 'variables')).find((entry) => entry.key === name)?.value;
}

function noteOnce(build: Build, message: string, code: 'parse/server-open' | 'parse/server-choice', span: Span): void {
  if (build.diagnostics.some((known) => known.code === code && known.message === message)) return;
  build.diagnostics.push(diagnose(code, message, span));
}

/** The whole base is the host's to set. */
function openBase(build: Build, span: Span): Text[number] {
  const name = `${build.prefix}_BASE_URL`;
  noteOnce(build, `the document names no host; \`${name}\` gives it`, 'parse/server-open', {
    source: span.source,
    start: span.start,
    end: Math.min(span.end, span.start + 1),
  });
  return { kind: 'variable', name, span };
}

function swaggerBase(build: Build, operation: DataNode | undefined): Text {
  const host = asString(get(build.root, 'host'))?.trim();
  const basePath = trimSlash(relativePath(asString(get(build.root, 'basePath')) ?? ''));
  if (host === undefined || host === '') {
    return concatTexts([openBase(build, build.root.span)], literalText(basePath));
  }
  const schemes = (asList(get(operation, 'schemes')) ?? asList(get(build.root, 'schemes')) ?? []).map(asString);
  const scheme = schemes.includes('https') || !schemes.includes('http') ? 'https' : 'http';
  const span = get(build.root, 'host')?.span ?? build.root.span;
  const pieces = splitBraces(host).map((piece): Text => {
    if (piece.kind === 'literal') return literalText(piece.text);
    return [{ kind: 'variable', name: upperSnake(piece.text), span }];
  });
  return concatTexts(literalText(`${scheme}://`), ...pieces, literalText(basePath));
}

function relativePath(path: string): string {
  const clean = path.replace(/^\.?\/?/, '/');
  return clean === '/' ? '' : clean;
}

function trimSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}

function trimTrailing(text: Text): Text {
  const last = text.at(-1);
  if (last?.kind !== 'literal') return text;
  return concatTexts(text.slice(0, -1), literalText(trimSlash(last.value)));
}

/** The base as plain text, when nothing in it is open. */
export function literalServer(server: Server): string | undefined {
  return literalOf(server.url);
}
