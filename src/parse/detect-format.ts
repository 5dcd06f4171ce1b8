/** How a source is to be read; whether data is OpenAPI or a skill is decided by its keys. */
export type SourceKind =
  | { readonly kind: 'markdown' }
  | { readonly kind: 'yaml' }
  | { readonly kind: 'json' }
  | { readonly kind: 'unknown'; readonly what: string };

const unknown = (what: string): SourceKind => ({ kind: 'unknown', what });

/** Content decides; the name of the file counts only where the content could be either. */
export function detectFormat(path: string, text: string): SourceKind {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const start = text.slice(0, sniffLength);
  if (start.trim() === '') return unknown('an empty file');
  if (/^\s{0,100}<(?:!doctype html|html)\b/i.test(start)) return unknown('an HTML page');
  if (isFrontmatter(start)) return { kind: 'markdown' };
  if (isJsonStart(start)) return { kind: 'json' };
  if (extension === 'toml' || isToml(start)) return unknown('a TOML file');
  if (extension === 'yaml' || extension === 'yml' || extension === 'json') {
    return isMarkdown(start) && !startsWithKey(start) ? { kind: 'markdown' } : { kind: 'yaml' };
  }
  if (isSkillData(start)) return { kind: 'yaml' };
  if (extension === 'md' || extension === 'markdown' || isMarkdown(start)) return { kind: 'markdown' };
  if (startsWithKey(start)) return { kind: 'yaml' };
  return extension === 'txt' || extension === ''
    ? { kind: 'markdown' }
    : unknown(`a file of the kind \`.${extension}\``);
}

const sniffLength = 64 * 1024;

/** `---`, lines, `---`, and then text that is no YAML: a heading, a fence or prose. */
function isFrontmatter(text: string): boolean {
  const opening = /^---[ \t]*\r?\n/.exec(text);
  if (opening === null) return false;
  const close = text.slice(opening[0].length).search(/^---[ \t]*\r?$/m);
  if (close < 0) return false;
  const body = text.slice(opening[0].length + close).replace(/^---[ \t]*\r?\n?/, '');
  return body.trim() === '' || !startsWithKey(body);
}

function isJsonStart(text: string): boolean {
  return /^\s{0,1000}(?:\{\s{0,1000}(?:"|\})|\[\s{0,1000}[[{"\]])/.test(text);
}

/** A section header or an assignment first, as no YAML or Markdown begins. */
function isToml(text: string): boolean {
  const line = firstLine(text);
  return /^\[\[?[A-Za-z0-9_.-]{1,80}\]\]?$/.test(line) || /^[A-Za-z0-9_.-]{1,80}[ \t]*=[ \t]*["'[{0-9tf]/.test(line);
}

function isMarkdown(text: string): boolean {
  return /^(?:#{1,6} [^\n]*\n(?!\s*[\w"'-]+:)|```|~~~)/m.test(text);
}

/** A first key that only a skill or an API description begins with. */
function isSkillData(text: string): boolean {
  return /^["']?(?:openapi|swagger|skill|operations|info)["']?[ \t]*:(?:[ \t]|$)/.test(firstLine(text));
}

function startsWithKey(text: string): boolean {
  return /^["']?[A-Za-z_$][\w.$ -]{0,80}["']?[ \t]*:(?:[ \t]|$)/.test(firstLine(text));
}

/** The first line that is no comment, no document mark and not blank. */
function firstLine(text: string): string {
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed !== '' && !trimmed.startsWith('#') && trimmed !== '---' && !trimmed.startsWith('%YAML')) return trimmed;
  }
  return '';
}
