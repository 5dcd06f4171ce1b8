import type { Place } from './reach.ts';
import type { Header } from './request.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
  readonly secure: boolean;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const mostCookies = 150;
const longestCookie = 4_096;

/** Cookies of one operation. Each goes back to the very host that set it: the Domain attribute never widens that. */
export class CookieJar {
  #cookies: readonly Cookie[] = [];

  keep(place: Place, requestPath: string, setCookies: readonly string[], now: number): void {
    for (const text of setCookies) {
      const cookie = text.length > longestCookie ? undefined : parseCookie(text, place, requestPath, now);
      if (cookie === undefined) continue;
      const others = this.#cookies.filter(
        ({ name, host, path }) => name !== cookie.name || host !== cookie.host || path !== cookie.path,
      );
      this.#cookies = (cookie.expires > now ? [...others, cookie] : others).slice(-mostCookies);
    }
  }

  /** The value of `Cookie`, longest paths first. */
  header(place: Place, requestPath: string, now: number): string | undefined {
    const sent = this.#cookies
      .filter(({ host, path, secure, expires }) => {
        return host === place.host && (place.secure || !secure) && expires > now && underPath(requestPath, path);
      })
      .sort((a, b) => b.path.length - a.path.length);
    return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
}

/** The headers curl writes before the cookies. */
const before = new Set(['host', 'authorization', 'range', 'user-agent', 'accept', 'te', 'accept-encoding', 'referer']);

/** Where curl puts them: ahead of those given by hand, or of the first header that is not its own. */
export function addCookies(headers: readonly Header[], value: string): readonly Header[] {
  const given = headers.findIndex(([name]) => name.toLowerCase() === 'cookie');
  const own = headers[given];
  if (own !== undefined) return headers.with(given, [own[0], [`${value}; `, ...own[1]]]);
  const after = headers.findIndex(([name]) => !before.has(name.toLowerCase()));
  return headers.toSpliced(after === -1 ? headers.length : after, 0, ['Cookie', [value]]);
}

function parseCookie(text: string, place: Place, requestPath: string, now: number): Cookie | undefined {
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(text)) return undefined;
  const [pair = '', ...attributes] = text.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  if (equals === -1 || name === '') return undefined;
  const named = new Map(attributes.map((attribute) => splitAttribute(attribute)));
  const domain = named.get('domain')?.replace(/^\./, '').toLowerCase() ?? '';
  if (domain !== '' && domain !== place.host && !place.host.endsWith(`.${domain}`)) return undefined;
  const secure = named.has('secure');
  if (secure && !place.secure) return undefined;
  const path = named.get('path') ?? '';
  return {
    name,
    value: pair.slice(equals + 1).trim(),
    host: place.host,
    path: path.startsWith('/') ? path : defaultPath(requestPath),
    secure,
    expires: expiry(named, now),
  };
}

function splitAttribute(text: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals === -1) return [text.trim().toLowerCase(), ''];
  return [text.slice(0, equals).trim().toLowerCase(), text.slice(equals + 1).trim()];
}

function expiry(attributes: ReadonlyMap<string, string>, now: number): number {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?[0-9]{1,12}$/.test(age)) return now + Number(age) * 1000;
  const date = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date;
}

function defaultPath(requestPath: string): string {
  const end = requestPath.lastIndexOf('/');
  return end <= 0 ? '/' : requestPath.slice(0, end);
}

function underPath(requestPath: string, path: string): boolean {
  if (requestPath === path) return true;
  return requestPath.startsWith(path) && (path.endsWith('/') || requestPath[path.length] === '/');
}
