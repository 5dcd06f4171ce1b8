import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';

/** The largest source of any format; front ends have smaller limits of their own. */
export const maxSourceBytes = 20 * 1024 * 1024;

export interface Decoded {
  /** Without a byte order mark at the start; offsets count from behind it. Undefined when there is a diagnostic. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bytes to text: UTF-8 only, nothing replaced, no NUL, no byte order mark but the first. */
export function decode(bytes: Uint8Array, source: string, limit: number = maxSourceBytes): Decoded {
  if (bytes.length > limit) {
    return refuse(diagnose('limit/size', `\`${source}\` has ${bytes.length} bytes, more than ${limit}`));
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse(diagnose('parse/encoding', `\`${source}\` is not UTF-8`));
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const at = body.search(/[\0\uFEFF]/);
  if (at < 0) return { text: body, diagnostics: [] };
  const what = body.charCodeAt(at) === 0 ? 'a NUL byte' : 'a byte order mark inside the text';
  return refuse(
    diagnose('parse/control-character', `\`${source}\` contains ${what}`, { source, start: at, end: at + 1 }),
  );
}

function refuse(diagnostic: Diagnostic): Decoded {
  return { diagnostics: [diagnostic] };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
