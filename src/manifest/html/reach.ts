import { plural } from '../../report/diagnostic-text.ts';
import { slotText } from '../../report/effect-text.ts';
import type { Reach } from '../reach.ts';
import { html, type Markup, nothing } from './markup.ts';

/** The union of what the operations can touch, as cards. */
export function reachSection(reach: Reach): Markup {
  const cards = [
    card('Hosts', 'no network', reach.hosts.map(hostRow)),
    card('Secrets, and where they go', 'no secrets', reach.secrets.map(secretRow)),
    card('Files', 'no files', [
      ...reach.reads.map((path) => html`<li><em>reads</em> <code>${path}</code></li>`),
      ...reach.writes.map((path) => html`<li><em class="warn">writes</em> <code>${path}</code></li>`),
    ]),
    card('Programs and code', 'no programs', [
      ...reach.programs.map((program) => html`<li><em class="warn">runs</em> <code>${program}</code></li>`),
      ...reach.code.map(
        ({ path, digest }) => html`<li><em>from the skill</em> <code>${path}</code> ${shortDigest(digest)}</li>`,
      ),
    ]),
  ];
  const others = [
    ...reach.settings.map((name) => html`<li><em>setting</em> <code>${name}</code> is chosen by the host</li>`),
    ...reach.variables.map((name) => html`<li><em>variable</em> <code>${name}</code></li>`),
    ...reach.classifications.map((name) => html`<li><em>data</em> <code>${name}</code></li>`),
  ];
  return html`<section><h2>What this skill can touch</h2><div class="cards">${cards}${
    others.length === 0 ? nothing : card('Settings, variables, data', '', others)
  }</div></section>`;
}

export function shortDigest(digest: string): Markup {
  return html`<span class="digest">${digest.slice(0, 19)}…</span>`;
}

function card(title: string, none: string, rows: readonly Markup[]): Markup {
  const body = rows.length === 0 ? html`<p class="none">${none}</p>` : html`<ul>${rows}</ul>`;
  return html`<div class="card"><h3>${title}</h3>${body}</div>`;
}

function hostRow({ origin, methods, operations }: Reach['hosts'][number]): Markup {
  const verbs = methods.map((method) => html`<span class="method ${methodClass(method)}">${method}</span> `);
  return html`<li><code>${origin}</code><div>${verbs}<span class="quiet">${plural(operations, 'operation')}</span></div></li>`;
}

/** GET and HEAD only ask; everything else can change something. */
export function methodClass(method: string): string {
  return method === 'GET' || method === 'HEAD' ? 'asks' : 'changes';
}

/** Where a secret goes, the origin set apart. */
export function placeMarkup({ origin, slot }: { readonly origin: string; readonly slot: string }): Markup {
  return origin === '' ? html`${slotText(slot)}` : html`<code>${origin}</code> in ${slotText(slot)}`;
}

function secretRow({ name, places }: Reach['secrets'][number]): Markup {
  const rows = places.map((place) => html`<div>→ ${placeMarkup(place)}</div>`);
  return html`<li><code class="secret">${name}</code>${rows}</li>`;
}
