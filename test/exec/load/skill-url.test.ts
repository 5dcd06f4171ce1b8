import { describe, expect, it } from 'vitest';
import { readSkillUrl } from '../../../src/exec/load/skill-url.ts';

const kinds = (urls: readonly string[]) => urls.map((url) => [url, readSkillUrl(url).kind]);
const all = (urls: readonly string[], kind: string) => urls.map((url) => [url, kind]);

describe('an address to load from', () => {
  it('is a skill by the end of its path', () => {
    const urls = [
      'https://moltbook.com/skill.md',
      'https://example.com/SKILL.md',
      'https://example.com/a/weather.skill.yaml',
      'https://api.example.com/openapi.json',
      'https://api.example.com/v3/swagger-v2.yaml',
      'https://example.com/skills/weather/index.md',
      'https://example.com/.well-known/agent.json',
      'http://127.0.0.1:8080/skill.md?version=2#top',
      'https://example.com/%73kill.md',
      'file:///home/me/skill.md',
    ];
    expect(kinds(urls)).toEqual(all(urls, 'skill'));
  });

  it('is a page where host or path say so, whatever the query says', () => {
    const urls = [
      'https://x.com/someone/status/1',
      'https://x.com/skill.md',
      'https://mobile.twitter.com/a',
      'https://TWITTER.com./skill.md',
      'https://example.com/',
      'https://example.com/article?file=/skill.md',
      'https://example.com/article#/skill.md',
      'https://example.com/skill.md/edit',
      'https://example.com/readme.md',
      'https://example.com/skill.md.html',
    ];
    expect(kinds(urls)).toEqual(all(urls, 'page'));
    expect(readSkillUrl('https://notx.com/skill.md').kind).toBe('skill');
  });

  it('is refused with a reason where nothing could make it one', () => {
    expect(readSkillUrl('ftp://example.com/skill.md')).toEqual({
      kind: 'refused',
      code: 'load/scheme',
      message: '`ftp:` cannot be loaded',
      remedy: 'use https',
    });
    const urls = [
      'javascript:alert(1)',
      'https://user:pw@example.com/skill.md',
      'https://a b/skill.md',
      'nonsense',
      'https:\\\\example.com/skill.md',
    ];
    expect(kinds(urls)).toEqual(all(urls, 'refused'));
  });
});
