/** Whether an address may be loaded as a skill, decided by its parts and never by its text as a whole. */
export type SkillUrl =
  | { readonly kind: 'skill'; readonly url: URL }
  | { readonly kind: 'page'; readonly url: URL; readonly hint: string }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy?: string };

/** Hosts of posts and pages, where a link is something to read and never a skill. */
const pages = new Set([
  'x.com',
  'twitter.com',
  't.co',
  'facebook.com',
  'instagram.com',
  'linkedin.com',
  'reddit.com',
  'youtube.com',
  'youtu.be',
  'tiktok.com',
  'medium.com',
  'news.ycombinator.com',
  'bsky.app',
  'threads.net',
  'mastodon.social',
  'discord.com',
  't.me',
  'wikipedia.org',
]);

const skillFile = /^(?:skill|skills|openapi|swagger)(?:[-_.][\w.-]+)?\.(?:md|markdown|ya?ml|json|toml)$/i;
const skillEnding = /\.(?:skill\.md|skill\.ya?ml|skill\.json|skill\.toml)$/i;
const dataEnding = /\.(?:md|markdown|ya?ml|json|toml)$/i;

export function readSkillUrl(text: string): SkillUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return refuse('load/url', `\`${text}\` is no address`, 'give a path or an http(s) address');
  if (url.protocol !== 'https:' && url.protocol !== 'http:' && url.protocol !== 'file:')
    return refuse('load/scheme', `\`${url.protocol}\` cannot be loaded`, 'use https');
  if (url.username !== '' || url.password !== '')
    return refuse('load/userinfo', 'the address holds a user name', 'remove what stands before `@`');
  if (/[\u0000-\u0020\\\u007f]/.test(text))
    return refuse('load/url', 'the address holds a blank or a backslash', 'write it percent-encoded');
  if (url.protocol === 'file:') {
    const problem = fileProblem(url, text);
    if (problem !== undefined) return refuse('load/file-url', problem, 'write it as `file:///` and the whole path');
  }
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if ([...pages].some((page) => host === page || host.endsWith(`.${page}`)))
    return {
      kind: 'page',
      url,
      hint: `\`${host}\` shows posts and pages; a link to one is something to read, not a skill`,
    };
  return looksLikeSkill(url)
    ? { kind: 'skill', url }
    : { kind: 'page', url, hint: 'its path does not end like a skill: SKILL.md, skill.yaml, openapi.json …' };
}

/** What leads to no place, or to another one for another reader. */
function fileProblem({ hostname, search, hash, pathname }: URL, text: string): string | undefined {
  if (hostname !== '' || !/^file:\/\/(?:localhost)?\//i.test(text))
    return 'the address names no whole path of this machine';
  if (search !== '' || hash !== '') return 'a file has no query and no fragment';
  return /%(?:2f|00)/i.test(pathname) || decoded(pathname) === undefined ? 'the path cannot be decoded' : undefined;
}

/** The path decides: a query such as `?next=/skill.md` says nothing. */
function looksLikeSkill({ pathname }: URL): boolean {
  const parts = pathname.split('/').filter((part) => part !== '');
  const end = parts.at(-1) ?? '';
  const last = decoded(end) ?? end;
  if (skillFile.test(last) || skillEnding.test(last)) return true;
  return (
    dataEnding.test(last) && parts.slice(0, -1).some((part) => /^(?:skills?|\.well-known|openapi|swagger)$/i.test(part))
  );
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function refuse(code: string, message: string, remedy?: string): SkillUrl {
  return { kind: 'refused', code, message, ...(remedy === undefined ? {} : { remedy }) };
}
