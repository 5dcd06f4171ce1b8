import type { Bundle } from '../../src/ir/bundle.ts';

/** A bundle of texts or bytes; the first file is the entry. */
export function bundleOf(files: Readonly<Record<string, string | Uint8Array>>): Bundle {
  const entries = Object.entries(files).map(([path, content]) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return [path, { path, bytes, digest: `sha256:${path}`, executable: false }] as const;
  });
  const entry = entries[0]?.[0] ?? 'SKILL.md';
  return { uri: entry, entry, digest: 'sha256:test', files: new Map(entries) };
}

/** The same value without places, for comparing what two sources mean. */
export function withoutSpans(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSpans);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'span' && key !== 'keySpan')
      .map(([key, inner]) => [key, withoutSpans(inner)]),
  );
}
