import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarks } from '../../../src/http/url/marks.ts';
import { splitUrl } from '../../../src/http/url.ts';
import { literalOf, literalText, showText, type Text } from '../../../src/ir/text.ts';

const span = { source: 'x', start: 0, end: 0 };
const hole = (name: string) => ({ kind: 'variable', name, span }) as const;

function shown(text: Text): unknown {
  const split = splitUrl(text);
  if ('code' in split) return split.code;
  return [split.origin, split.path, split.query ?? []].map(showText);
}

const plain = (url: string) => shown(literalText(url));

describe('splitUrl', () => {
  it('normalises as curl does', () => {
    expect(plain('HTTPS://Example.COM:443')).toEqual(['https://example.com', '/', '']);
    expect(plain('http://example.com:8080?x=1#y')).toEqual(['http://example.com:8080', '/', 'x=1']);
    expect(plain('https://example.com/a/./b/../c/ü?q=ü')).toEqual(['https://example.com', '/a/c/%c3%bc', 'q=ü']);
    expect(plain('example.com/x')).toEqual(['http://example.com', '/x', '']);
    expect(plain('localhost:3000')).toEqual(['http://localhost:3000', '/', '']);
    expect(plain('http://[::1]:80/')).toEqual(['http://[::1]', '/', '']);
  });

  it('keeps holes where they stand', () => {
    expect(shown([hole('BASE')])).toEqual(['${BASE}', '', '']);
    expect(shown([hole('BASE'), ...literalText('/x?y=1')])).toEqual(['${BASE}', '/x', 'y=1']);
    expect(shown([hole('BASE'), ...literalText('?y=1')])).toEqual(['${BASE}', '', 'y=1']);
    expect(shown([...literalText('https://'), hole('HOST'), ...literalText(':8443/x')])).toEqual([
      'https://${HOST}:8443',
      '/x',
      '',
    ]);
    expect(shown([hole('S'), ...literalText('://a.test/x')])).toEqual(['${S}://a.test', '/x', '']);
    expect(shown([...literalText('https://a.test/'), hole('P')])).toEqual(['https://a.test', '/${P}', '']);
    expect(plain('https://{sub}.a.test/{id}')).toEqual(['https://{sub}.a.test', '/{id}', '']);
  });

  it.each([
    ['http://evil.test\\@good.test/'],
    ['http://good.test /'],
    ['http://good.test/a b'],
    ['http://good.test/\ta'],
    ['http://good.test\u0000.evil.test/'],
    ['http://a@b@good.test/'],
    ['http:/good.test/'],
    ['http:///good.test/'],
    ['http://good.test:0/'],
    ['http://good.test:65536/'],
    ['http://good.test:8o/'],
    ['http://2130706433/'],
    ['http://0x7f.0.0.1/'],
    ['http://0177.0.0.1/'],
    ['http://127.1/'],
    ['http://1.2.3.256/'],
    ['http://bücher.test/'],
    ['http://good%2etest/'],
    ['http://good.test./'],
    ['http://good..test/'],
    ['http://[::1%25eth0]/'],
    ['http://[0:0:0:0:0:0:0:1]/'],
    ['http://good.test/%2e%2e/x'],
    ['http://good.test/.%2E/x'],
    ['http://'],
    ['http://ｇood.test/'],
  ])('refuses %j', (url) => {
    expect(plain(url)).toBe('map/url-noncanonical');
  });

  it('refuses what a hole could turn into another host', () => {
    expect(shown([hole('BASE'), ...literalText('@evil.test/x')])).toBe('map/url-noncanonical');
    expect(shown([hole('BASE'), ...literalText('/../x')])).toBe('map/url-noncanonical');
    expect(shown([...literalText('https://a.test/'), hole('X'), ...literalText('/../y')])).toBe('map/url-noncanonical');
    expect(shown([...literalText('https://a.test/'), hole('X'), ...literalText('/y')])).toEqual([
      'https://a.test',
      '/${X}/y',
      '',
    ]);
  });

  it('agrees with the WHATWG parser on scheme, host and port wherever it accepts', () => {
    const bits = fc.constantFrom(
      'http',
      'https',
      '://',
      ':',
      '/',
      '//',
      '\\',
      '@',
      '.',
      '..',
      '%2e',
      '?',
      '#',
      'a',
      'B',
      'good.test',
      '127',
      '0x7f',
      '0',
      '1',
      '[::1]',
      '::',
      '8080',
      '80',
      '443',
      ' ',
      'ü',
      'xn--',
      '_',
      '-',
      '{x}',
    );
    const url = fc.oneof(
      fc.array(bits, { maxLength: 10 }).map((parts) => parts.join('')),
      fc.array(bits, { maxLength: 8 }).map((parts) => `https://${parts.join('')}`),
      fc.webUrl(),
    );
    let accepted = 0;
    fc.assert(
      fc.property(url, (text) => {
        if (/[{<[]/.test(text) && !text.includes('[::1]')) return;
        const split = splitUrl(literalText(text));
        if ('code' in split || split.scheme === undefined) return;
        const ours = literalOf(split.origin) ?? '';
        const written = /^https?:\/\//i.test(text) ? text : `http://${text}`;
        const theirs = URL.parse(written);
        // What only the WHATWG parser refuses (a bad punycode label) reaches no other host.
        if (theirs === null || /[{}]/.test(ours)) return;
        accepted++;
        expect(ours.toLowerCase()).toBe(theirs.origin);
      }),
      { numRuns: 5000 },
    );
    expect(accepted).toBeGreaterThan(500);
  });

  it('is its own inverse: a split URL splits the same again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const split = splitUrl(literalText(text));
        if ('code' in split) return;
        const again = [split.origin, split.path, ...(split.query === undefined ? [] : [literalText('?'), split.query])];
        const { origin, path, query } = split;
        expect(splitUrl(literalText(again.map(showText).join('')))).toMatchObject({
          origin,
          path,
          ...(query ? { query } : {}),
        });
      }),
    );
  });
});

describe('marks', () => {
  it('bring every text back', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }).map((value) => ({ kind: 'literal', value }) as const),
      fc.string().map(hole),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const text = pieces.filter((item, index) => item.kind !== 'literal' || pieces[index - 1]?.kind !== 'literal');
        const marks = createMarks();
        const marked = marks.mark(text);
        expect(marks.text(marked ?? '')).toEqual(text);
      }),
    );
  });

  it('take no ill-formed text and no more holes than there are marks', () => {
    expect(createMarks().mark(literalText('a\udc00b'))).toBeUndefined();
    expect(createMarks().mark(Array.from({ length: 1025 }, () => hole('x')))).toBeUndefined();
    expect(createMarks().mark(Array.from({ length: 1024 }, () => hole('x')))).toHaveLength(1024);
  });
});
