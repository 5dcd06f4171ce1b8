import type { Effect } from '../../api.ts';

const places: Readonly<Record<string, string>> = {
  header: 'the header',
  query: 'the query parameter',
  cookie: 'the cookie',
  basic: 'the basic-auth',
  body: 'the body at',
  env: 'the environment variable',
};

export function slotWords(slot: string): string {
  const [kind = '', ...rest] = slot.split(':');
  return `${places[kind] ?? kind} ${rest.join(':')}`.trim();
}

/** One effect, cut into what is done and what it is done to. */
export function effectWords(effect: Effect): { readonly verb: string; readonly object: string } {
  switch (effect.kind) {
    case 'network':
      return { verb: `sends ${effect.method}`, object: `${effect.origin}${effect.path}` };
    case 'secret':
      return { verb: 'uses secret', object: `${effect.name} at ${effect.origin} in ${slotWords(effect.slot)}` };
    case 'read':
      return { verb: 'reads', object: effect.path };
    case 'write':
      return { verb: 'writes', object: effect.path };
    case 'process':
      return { verb: 'runs', object: effect.program };
    case 'env':
      return { verb: 'reads variable', object: effect.name };
    case 'output':
      return { verb: 'prints', object: '' };
    case 'classified':
      return { verb: 'handles', object: `${effect.class} data` };
  }
}

export function clock(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

export function day(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

export function ago(at: number, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h ago`;
  return `${Math.round(seconds / 86_400)} d ago`;
}

/** `wall_clock_ms` as `wall clock`, `network_bytes` as `network`: the amount beside it has a unit. */
export function dimension(name: string): string {
  return name.replace(/_(?:ms|bytes)$/, '').replaceAll('_', ' ');
}

export function amount(name: string, value: number): string {
  if (name === 'network_bytes') return bytes(value);
  if (name.endsWith('_ms')) return duration(value);
  return value.toLocaleString();
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let rest = value;
  let unit = 0;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${unit === 0 ? rest : rest.toFixed(rest < 10 ? 1 : 0)} ${units[unit]}`;
}

function duration(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${(ms / 60_000).toFixed(ms < 600_000 ? 1 : 0)} min`;
}

export function shortDigest(digest: string): string {
  return digest.replace(/^(sha256:)?([0-9a-f]{12})[0-9a-f]+$/, '$2…');
}
