import type { Json } from '../../ir/json.ts';
import type { Manifest, ManifestCall, ManifestSite } from '../manifest.ts';
import { html, join, type Markup, nothing } from './markup.ts';

/** The calls in order, each with its parameters. */
export function callList({ implementation }: Manifest): Markup {
  const { calls, composition } = implementation;
  const how =
    composition === 'pipe'
      ? ', each handing its output to the next'
      : composition === 'seq'
        ? ', one after the other'
        : '';
  return html`<h4>${calls.length === 1 ? 'Call' : `${calls.length} calls${how}`}</h4><ol class="calls">${calls.map(callItem)}</ol>`;
}

function callItem(call: ManifestCall): Markup {
  const sites =
    call.sites.length === 0 ? nothing : html`<p class="quiet">its commands:</p><ol>${call.sites.map(siteItem)}</ol>`;
  return html`<li><code class="cap">${call.capability}</code> <span class="quiet">line ${call.span.line}</span>${paramTable(call.params)}${sites}</li>`;
}

function siteItem(site: ManifestSite): Markup {
  const where = html`<span class="quiet">line ${site.span.line}</span>`;
  return html`<li><code class="cap">${site.capability}</code> <span class="quiet">${site.understanding},</span> ${where}${paramTable(site.params)}</li>`;
}

function paramTable(params: Json): Markup {
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    return html`<div><code>${show(params)}</code></div>`;
  const rows = Object.entries(params).map(
    ([key, value]) => html`<tr><th>${key}</th><td>${paramValue(value)}</td></tr>`,
  );
  return rows.length === 0 ? nothing : html`<table class="params">${rows}</table>`;
}

function paramValue(value: Json): Markup {
  if (typeof value !== 'object' || value === null) return holes(show(value));
  if (Array.isArray(value)) return holes(value.map((item: Json) => JSON.stringify(item)).join(' '));
  const rows = Object.entries(value).map(
    ([key, inner]) => html`<div><span class="key">${key}:</span> ${holes(show(inner))}</div>`,
  );
  return html`${rows}`;
}

/** `${secret:NAME}` and the caller's `${name}` stand out from what the skill fixes; programs keep their lines. */
function holes(text: string): Markup {
  return html`<code>${join(text.split('\n').map(lineHoles), '\n')}</code>`;
}

function lineHoles(text: string): Markup {
  return join(text.split(/(\$\{[A-Za-z0-9_.:-]+\})/).map((part, at) => (at % 2 === 0 ? html`${part}` : hole(part))));
}

function hole(text: string): Markup {
  const kind = text.startsWith('${secret:') ? 'secret' : text.startsWith('${setting:') ? 'setting' : 'input';
  return html`<b class="${kind}">${text}</b>`;
}

function show(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
