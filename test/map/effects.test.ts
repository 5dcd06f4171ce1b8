import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/ir/effect.ts';
import { covers, unionEffects } from '../../src/ir/effects.ts';

const get = (origin: string, path: string, method = 'GET'): Effect => ({ kind: 'network', method, origin, path });

describe('covers', () => {
  const grant = get('https://good.test', '/api/*');
  it.each([
    ['the same', grant, get('https://good.test', '/api/x'), true],
    ['another method', grant, get('https://good.test', '/api/x', 'POST'), false],
    ['another path', grant, get('https://good.test', '/other/x'), false],
    ['more segments than the star', grant, get('https://good.test', '/api/x/y'), false],
    ['an empty segment', grant, get('https://good.test', '/api/'), false],
    ['dots', grant, get('https://good.test', '/api/..'), false],
    ['encoded dots', grant, get('https://good.test', '/api/%2e%2E'), false],
    ['an encoded slash', grant, get('https://good.test', '/api/a%2Fb'), false],
    ['an encoded slash behind a part', get('https://good.test', '/a%2Fb*'), get('https://good.test', '/a%2Fbc'), false],
    ['an encoded slash as written', get('https://good.test', '/a%2Fb/*'), get('https://good.test', '/a%2Fb/c'), true],
    ['an encoded slash in another case', get('https://good.test', '/a%2Fb'), get('https://good.test', '/a%2fb'), false],
    ['an encoded slash in any rest', get('https://good.test', '/a/**'), get('https://good.test', '/a/b%2Fc'), false],
    ['encoded dots as written', get('https://good.test', '/%2e%2e'), get('https://good.test', '/%2e%2e'), false],
    ['a longer host', grant, get('https://good.test.evil.test', '/api/x'), false],
    ['another scheme', grant, get('http://good.test', '/api/x'), false],
    ['another port', grant, get('https://good.test:8443', '/api/x'), false],
    ['a bare host as grant', get('good.test', '/api/*'), get('good.test', '/api/x'), false],
    ['any rest', get('https://good.test', '/**'), get('https://good.test', '/a/b/c'), true],
    ['any rest, with dots', get('https://good.test', '/**'), get('https://good.test', '/a/../b'), false],
    ['what only the run knows', grant, get('https://${dynamic:HOST}', '/api/x'), false],
    ['a file in a directory', { kind: 'read', path: 'data' }, { kind: 'read', path: 'data/a.json' }, true],
    ['a file beside a directory', { kind: 'read', path: 'data' }, { kind: 'read', path: 'data2' }, false],
    ['a way out', { kind: 'read', path: 'data' }, { kind: 'read', path: 'data/../x' }, false],
    ['reading is not writing', { kind: 'read', path: 'a' }, { kind: 'write', path: 'a' }, false],
    ['an absolute path from the workspace', { kind: 'read', path: '.' }, { kind: 'read', path: '/etc/passwd' }, false],
  ] as const)('%s', (_, given, effect, expected) => {
    expect(covers(given, effect)).toBe(expected);
  });
});

describe('unionEffects', () => {
  it('is the same for any order, and holds each effect once', () => {
    const a = get('https://a.test', '/');
    const b: Effect = { kind: 'write', path: 'x' };
    expect(unionEffects([[b, a], [a]])).toEqual([a, b]);
    expect(unionEffects([[a], [b, a]])).toEqual([a, b]);
  });
});
