import { tierMeaning } from '../../report/effect-text.ts';
import type { Sources } from '../../report/line-index.ts';
import type { Manifest, RefusedOperation } from '../manifest.ts';
import { callList } from './calls.ts';
import { facts } from './facts.ts';
import { html, type Markup, nothing } from './markup.ts';
import { refusedExcerpt, sourceExcerpts } from './source.ts';

export function operationArticle(manifest: Manifest, at: number, sources: Sources): Markup {
  return html`<article id="op-${at}"><header><h3>${manifest.id}</h3>${tierBadge(manifest.trust_tier)}${approvalBadge(manifest)}
<p>${manifest.description}</p></header><div class="beside"><div class="facts">
${manifest.approval_reason === null ? nothing : html`<p class="reason"><b>Why a person is asked:</b> ${manifest.approval_reason}</p>`}
${callList(manifest)}
<dl>${facts(manifest)}</dl></div>
<div class="lines">${sourceExcerpts(manifest, sources)}</div></div>
<footer>plan ${manifest.digest === null ? 'without digest' : manifest.digest}</footer></article>`;
}

export function refusedArticle(refused: RefusedOperation, sources: Sources): Markup {
  const reasons = refused.diagnostics.map(
    ({ code, message, help }) =>
      html`<li><code>${code}</code> ${message}${help === undefined ? nothing : html`<div class="quiet">${help}</div>`}</li>`,
  );
  return html`<article class="refused"><header><h3>${refused.id}</h3><span class="badge t3">can never run</span>
<p>${refused.description}</p></header><div class="beside"><div class="facts"><ul class="plain">${reasons}</ul></div>
<div class="lines">${refusedExcerpt(refused.span, sources)}</div></div></article>`;
}

export function tierBadge(tier: Manifest['trust_tier']): Markup {
  return html`<span class="badge t${tier}">tier ${tier}: ${tierMeaning[tier]}</span>`;
}

function approvalBadge({ requires_approval }: Manifest): Markup {
  return requires_approval
    ? html`<span class="badge ask">asks first</span>`
    : html`<span class="badge t0">no approval</span>`;
}
