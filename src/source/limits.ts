/** What a bundle may hold. Reached means refused, never cut. */
export const bundleLimits = {
  /** The file that is compiled. */
  entryBytes: 20 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  files: 2_000,
  directories: 2_000,
  depth: 32,
} as const;

export type BundleLimits = { readonly [K in keyof typeof bundleLimits]: number };

/** Never part of a bundle, at any depth: neither read nor in the digest. */
export const ignoredNames: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__']);
