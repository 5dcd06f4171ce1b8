/**
 * Whether a host is the one a pattern names, label by label. `*.example.com` is any name below `example.com`, not
 * `example.com` itself; a `*` anywhere else is an error, and so is an address with one.
 */
export function hostMatches(host: string, pattern: string): boolean {
  const { open, fixed } = patternOf(pattern);
  const found = labels(host);
  if (open && (isAddress(host) || found.length <= fixed.length)) return false;
  if (!open && found.length !== fixed.length) return false;
  const start = found.length - fixed.length;
  return !found.includes('') && fixed.every((label, i) => label === found[start + i]);
}

interface HostPattern {
  readonly open: boolean;
  readonly fixed: readonly string[];
}

/** Patterns stand in rules and are few; a rule that makes them up as it runs does not fill the memory. */
const known = new Map<string, HostPattern>();
const maxKnown = 1_000;

function patternOf(pattern: string): HostPattern {
  const before = known.get(pattern);
  if (before !== undefined) return before;
  if (!isHostPattern(pattern)) throw new Error(`\`${pattern}\` is no host pattern`);
  const wanted = labels(pattern);
  const open = wanted[0] === '*';
  const parsed = { open, fixed: open ? wanted.slice(1) : wanted };
  if (known.size < maxKnown) known.set(pattern, parsed);
  return parsed;
}

/** No scheme, port or path, and `*` only as the whole first label. */
export function isHostPattern(pattern: string): boolean {
  const [first, ...rest] = labels(pattern);
  const fixed = first === '*' ? rest : [first ?? '', ...rest];
  const plain = /^(?:\[[0-9a-f:.]+\]|[^\s*/:@?#[\]]+)$/;
  return fixed.length > 0 && fixed.every((label) => plain.test(label)) && !(first === '*' && isAddress(pattern));
}

/** One dot at the end is the same name. */
function labels(host: string): readonly string[] {
  const plain = host.toLowerCase().replace(/\.$/, '');
  return isAddress(plain) ? [plain] : plain.split('.');
}

function isAddress(host: string): boolean {
  return host.includes(':') || /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/i.test(host);
}

/** An origin in the form that browsers and this program write; nothing for anything else. */
export function exactOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = (url.protocol === 'https:' || url.protocol === 'http:') && isHostPattern(url.hostname);
  // A URL may hold a `*` for a host; here it would look like a pattern and match nothing.
  return plain && !url.hostname.includes('*') && url.origin === text ? text : undefined;
}
