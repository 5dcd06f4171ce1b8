import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skillManifest } from '../../src/manifest/build.ts';
import { html } from '../../src/manifest/html/markup.ts';
import { manifestHtml } from '../../src/manifest/html/page.ts';
import { compiled, skill, sources } from './sample.ts';

const page = manifestHtml(
  skillManifest(
    skill,
    compiled,
    compiled.flatMap(({ diagnostics }) => diagnostics),
    sources,
  ),
  sources,
);

describe('the page', () => {
  test('needs nothing from outside and forbids it', () => {
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    const tags = [...page.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/g)];
    const attributes = tags.flatMap(([, , rest = '']) => [...rest.matchAll(/\s([a-z-]+)=/g)].map(([, name]) => name));
    expect([...new Set(attributes)].sort()).toEqual([
      'charset',
      'class',
      'content',
      'href',
      'http-equiv',
      'id',
      'lang',
      'name',
    ]);
    expect(
      tags.map(([, name]) => name).filter((name) => /^(script|img|link|iframe|object|form|svg)$/.test(name ?? '')),
    ).toEqual([]);
    expect(style).not.toMatch(/url\(|@import/);
    expect([...page.matchAll(/href="([^"]*)"/g)].every(([, target]) => /^#op-\d+$/.test(target ?? ''))).toBe(true);
  });

  test('shows hostile text as text', () => {
    expect(page).toContain('Notebooks &lt;img src=x onerror=alert(1)&gt;');
    expect(page).toContain('Export every note&lt;/div&gt;');
    expect(page).toContain('&lt;b&gt;<b class="hid">\\u{202E}</b><b class="hid">\\u{E0041}</b>');
    expect(page).not.toMatch(/[\u202E\u200B]|\u{E0041}/u);
  });

  test('puts the marked source lines beside an operation', () => {
    expect(page).toContain('<tr><th>17</th><td>for id in $(cat ids.txt); do</td></tr>');
    expect(page).toContain('<mark>pandoc &quot;out/$id.json&quot; -o report.pdf</mark>');
  });

  test('says what each operation is', () => {
    const words = [
      'tier 3: unknown tool',
      'network.http-fetch',
      '<b class="secret">${secret:NOTEBOOKS_API_KEY}</b>',
      'the header authorization',
      '60 s processor time, 512 MB memory',
      'scripts/analyse.py',
      'can never run',
      'pip install pandas',
      `sha256:${'a'.repeat(64)}`,
    ];
    expect(words.filter((word) => !page.includes(word))).toEqual([]);
  });
});

test('no text becomes markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { markup } = html`<p title="${text}">${[text]}</p>`;
      const holes = markup.replaceAll(/<b class="hid">\\u\{[0-9A-F]+\}<\/b>/g, '');
      expect(holes).toMatch(/^<p title="[^<>"]*">[^<>"]*<\/p>$/);
    }),
  );
});
