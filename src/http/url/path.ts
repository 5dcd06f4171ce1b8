import { hasMark, isMarkAt } from './marks.ts';
import { noncanonical, type UrlProblem } from './problem.ts';

/**
 * Removes `.` and `..` as curl and RFC 3986 do. A hole is never removed: what it hides may hold a slash.
 * `openStart` says that a hole in front of the path may hold more segments.
 */
export function removeDotSegments(path: string, openStart: boolean): string | UrlProblem {
  if (!path.includes('.') && !path.includes('%')) return path;
  const out: string[] = [];
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    if (isEncodedDot(segment)) return noncanonical(`\`${segment}\` is an encoded dot segment`);
    const last = index === segments.length - 1;
    if (segment === '..') {
      const removed = out.length > 1 ? out.pop() : undefined;
      if (removed === undefined ? openStart : hasMark(removed))
        return noncanonical('`..` would remove a variable part');
      if (last) out.push('');
    } else if (segment === '.') {
      if (last) out.push('');
    } else {
      out.push(segment);
    }
  }
  return out.join('/');
}

function isEncodedDot(segment: string): boolean {
  return segment.includes('%') && /^(?:\.|%2e){1,2}$/i.test(segment);
}

/** Bytes above 0x7f of a path become lower-case percent escapes, as curl sends them; all else stays. */
export function encodePath(path: string): string {
  if (/^[\u0000-\u007f]*$/.test(path)) return path;
  let out = '';
  let index = 0;
  for (const char of path) {
    const plain = char.charCodeAt(0) < 0x80 || (char.length === 1 && isMarkAt(path, index));
    out += plain ? char : encodeURIComponent(char).toLowerCase();
    index += char.length;
  }
  return out;
}
