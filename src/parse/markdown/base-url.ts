import type { Block } from './block.ts';

const label = /\b(?:api[ _-]?)?base[ _-]?(?:ur[li]|endpoint|address)\b|\bapi[ _-](?:base|root|url|host)\b/i;
const address = /https?:\/\/[^\s`"'<>|)\]*]+/;

/**
 * The base of `METHOD /path` requests, where the text names exactly one: `Base URL: https://…` in prose, a list or a
 * table row, or the address that follows a `Base URL` heading. Two different ones are none.
 */
export function baseUrlInText(blocks: readonly Block[]): string | undefined {
  const found = new Set<string>();
  let afterHeading = false;
  for (const block of blocks) {
    const { text } = block.content;
    if (block.kind === 'heading') {
      afterHeading = label.test(text.slice(0, 200));
      continue;
    }
    if (block.kind === 'html') continue;
    const lines = block.kind === 'paragraph' ? text.split('\n') : afterHeading ? [text.trim()] : [];
    for (const line of lines) {
      const url = afterHeading && block.kind === 'code' ? wholeAddress(line) : labelled(line, afterHeading);
      if (url !== undefined) found.add(url);
    }
    if (found.size > 0) afterHeading = false;
  }
  return found.size === 1 ? [...found][0] : undefined;
}

function labelled(line: string, afterHeading: boolean): string | undefined {
  const at = line.slice(0, 2000).search(label);
  if (at === -1 && !afterHeading) return undefined;
  const rest = line.slice(at === -1 ? 0 : at, 2000);
  const url = address.exec(rest);
  if (url === null || url.index > 60) return undefined;
  return withoutEnd(url[0]);
}

function wholeAddress(line: string): string | undefined {
  const url = address.exec(line)?.[0];
  return url !== undefined && url.length === line.length ? withoutEnd(url) : undefined;
}

function withoutEnd(url: string): string {
  return url.replace(/(?<![.,;:])[.,;:]+$/, '').replace(/\/$/, '');
}

/** The base and a path as one URL; a path that repeats the base's own path (`/api/v1`) is not doubled. */
export function joinBase(base: string, path: string): string {
  const match = /^(https?:\/\/[^/]+)(\/.*)?$/.exec(base.replace(/\/$/, ''));
  const [, origin = base.replace(/\/$/, ''), prefix = ''] = match ?? [];
  const repeats = prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`));
  return origin + (repeats ? '' : prefix) + path;
}
