/** The origin if it is written in its one canonical form, with whether the way to it is encrypted. */
export type ReadOrigin = { readonly kind: 'https' | 'http-loopback' | 'http' } | undefined;

/** A look-alike or a second spelling is no origin at all: bindings are compared as text. */
export function readOrigin(origin: string): ReadOrigin {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined || url.origin !== origin) return undefined;
  if (url.protocol === 'https:') return { kind: 'https' };
  if (url.protocol !== 'http:') return undefined;
  return { kind: isLoopback(url.hostname) ? 'http-loopback' : 'http' };
}

/** Loopback by its text, before any resolver: `URL` has written numbers as four parts already. */
function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
  );
}
