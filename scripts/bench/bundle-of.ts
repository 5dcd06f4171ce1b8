import type { Bundle } from '../../src/ir/bundle.ts';
import { sha256 } from '../../src/ir/digest.ts';

/** A text as if it had been read from a file of that name. */
export function bundleOf(entry: string, content: string | Uint8Array): Bundle {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = sha256(bytes);
  return { uri: entry, entry, digest, files: new Map([[entry, { path: entry, bytes, digest, executable: false }]]) };
}
