import { isIP } from 'node:net';
import { type Cookie, cookieFileText, readCookieLine } from './cookie-file.ts';
import type { Place } from './reach.ts';
import type { Header } from './request.ts';

const mostCookies = 150;
const longestCookie = 4_096;

/**
 * Cookies of one operation. One that a server sets goes back to the very origin that set it: neither the Domain attribute nor another
 * port widens that. One from a cookie file goes where its line says.
 */
export class CookieJar {
  #cookies: readonly Cookie[] = [];
  readonly #files = new Set<string>();

  keep(place: Place, requestPath: string, setCookies: readonly string[], now: number): void {
    for (const text of setCookies) {
      const cookie = text.length > longestCookie ? undefined : parseCookie(text, place, requestPath, now);
      if (cookie !== undefined) this.#add(cookie, now);
    }
  }

  /** The content of a file as curl writes it, or header lines, which are for the place that is asked. */
  read(file: string, text: string, place: Place, now: number): void {
    this.#files.add(file);
    for (const line of text.split('\n')) {
      const header = /^set-cookie:\s*(.*?)\r?$/i.exec(line)?.[1];
      if (header !== undefined) this.keep(place, '/', [header], now);
      const cookie = readCookieLine(line);
      if (cookie !== undefined) this.#add(cookie, now);
    }
  }

  hasRead(file: string): boolean {
    return this.#files.has(file);
  }

  /** As curl's `-c` writes them. */
  fileText(now: number): string {
    return cookieFileText(this.#cookies.filter(({ expires }) => expires > now));
  }

  /** The value of `Cookie`, in curl's order: longest paths first, then hosts, then names, then the newest. */
  header(place: Place, requestPath: string, now: number): string | undefined {
    if (this.#cookies.length === 0) return undefined;
    const sent = this.#cookies
      .filter((cookie) => goesTo(cookie, place) && cookie.expires > now && underPath(requestPath, cookie.path))
      .reverse()
      .sort((a, b) => b.path.length - a.path.length || b.host.length - a.host.length || b.name.length - a.name.length);
    return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  #add(cookie: Cookie, now: number): void {
    const at = this.#cookies.findIndex((other) => isSame(other, cookie));
    const alive = cookie.expires > now ? [cookie] : [];
    // One that is set anew stays in its place.
    const next = at < 0 ? [...this.#cookies, ...alive] : this.#cookies.toSpliced(at, 1, ...alive);
    this.#cookies = next.slice(-mostCookies);
  }
}

/** One from a file stands for its host at any port. */
function isSame(a: Cookie, b: Cookie): boolean {
  const sameOrigin = a.origin === b.origin || a.origin === undefined || b.origin === undefined;
  return a.name === b.name && a.path === b.path && a.host === b.host && sameOrigin;
}

function goesTo({ origin, host, below, secure }: Cookie, place: Place): boolean {
  if (origin !== undefined) return origin === place.origin;
  if (secure && !place.secure && !isLoopback(place.host)) return false;
  return place.host === host || (below && isIP(place.host) === 0 && place.host.endsWith(`.${host}`));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '::1';
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
  if (secure && !place.secure && !isLoopback(place.host)) return undefined;
  if (/^__(?:secure|host)-/i.test(name) && !secure) return undefined;
  if (/^__host-/i.test(name) && (domain !== '' || named.get('path') !== '/')) return undefined;
  const path = named.get('path') ?? '';
  return {
    name,
    value: pair.slice(equals + 1).trim(),
    origin: place.origin,
    host: domain === '' ? place.host : domain,
    below: domain !== '' && isIP(domain) === 0,
    secure,
    httpOnly: named.has('httponly'),
    path: path.startsWith('/') ? path : defaultPath(requestPath),
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
