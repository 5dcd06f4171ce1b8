import type { CodeBlock } from './block.ts';
import { looksLikeCommand } from './known-commands.ts';

/**
 * What a code block is to us. `untagged` is shell whose author did not say so: only lines that look like commands count.
 * `data` may be a sample or a file; `other` is documentation.
 */
export type FenceKind = 'shell' | 'untagged' | 'console' | 'request' | 'data' | 'load-command' | 'other';

const shellTags: ReadonlySet<string> = new Set([
  'bash',
  'sh',
  'shell',
  'zsh',
  'ksh',
  'dash',
  'shellscript',
  'shell-script',
  'curl',
]);
const consoleTags: ReadonlySet<string> = new Set([
  'console',
  'terminal',
  'shell-session',
  'shellsession',
  'sh-session',
  'bash-session',
]);
const requestTags: ReadonlySet<string> = new Set(['http', 'https', 'rest']);
const plainTags: ReadonlySet<string> = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'code']);
const dataTags: ReadonlySet<string> = new Set([
  'json',
  'json5',
  'jsonc',
  'yaml',
  'yml',
  'toml',
  'xml',
  'html',
  'csv',
  'sql',
  'graphql',
  'ini',
  'env',
  'python',
  'py',
  'javascript',
  'js',
  'typescript',
  'ts',
  'ruby',
  'php',
  'css',
  'dotenv',
  'properties',
  'conf',
  'jq',
  'awk',
]);

/** The tag in lower case: the first word, without attributes. */
export function tagOf(block: CodeBlock): string {
  return /^[^\s{:,]*/.exec(block.info.toLowerCase())?.[0] ?? '';
}

export function fenceKind(block: CodeBlock): FenceKind {
  const tag = tagOf(block);
  if (tag.startsWith('!')) return 'load-command';
  if (shellTags.has(tag)) return 'shell';
  if (consoleTags.has(tag)) return 'console';
  if (requestTags.has(tag)) return 'request';
  const first = firstLine(block.content.text);
  if (isRequestLine(first) && (plainTags.has(tag) || tag === 'json')) return 'request';
  if (plainTags.has(tag)) return plainKind(block, tag, first);
  return dataTags.has(tag) ? 'data' : 'other';
}

function plainKind(block: CodeBlock, tag: string, first: string): FenceKind {
  if (/^[$❯] /.test(first) && looksLikeCommand(first.slice(2))) return 'console';
  if (tag === '' && looksLikeCommand(first)) return 'untagged';
  return /^\s*[[{<]/.test(block.content.text) ? 'data' : 'other';
}

/** The first line that is neither blank nor a comment. */
function firstLine(text: string): string {
  const lines = text.slice(0, 4000).split('\n');
  return lines.find((line) => line.trim() !== '' && !/^\s*(?:#|\/\/)/.test(line))?.trim() ?? '';
}

/** `GET /users`, `POST https://…`, `DELETE {base}/x`; a method alone or a sentence is none. */
export function isRequestLine(line: string): boolean {
  return (
    /^\s{0,8}(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+(?:\/|https?:\/\/|\{[\w.-]+\}\/|\$\{?[A-Za-z_]\w*\}?\/|<[^<>\s]+>\/)\S*/.test(
      line.slice(0, 2000),
    ) || /^\s{0,8}(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+\/(?:\s|$)/.test(line.slice(0, 200))
  );
}
