import { createHash } from 'node:crypto';
import type { DiagnosticJson } from '../../report/diagnostic-json.ts';
import { plural } from '../../report/diagnostic-text.ts';
import type { Sources } from '../../report/line-index.ts';
import type { Manifest, SkillManifest } from '../manifest.ts';
import { type Reach, reachOf } from '../reach.ts';
import { html, type Markup, nothing, trusted } from './markup.ts';
import { operationArticle, refusedArticle, tierBadge } from './operation.ts';
import { reachSection, shortDigest } from './reach.ts';
import { style } from './style.ts';

/** One page that needs nothing else: no script, no request, and a policy that forbids both. */
export function manifestHtml(skill: SkillManifest, sources: Sources): string {
  const styleHash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
  const reach = reachOf(skill.capabilities);
  const page = html`${trusted('<!doctype html>')}
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${skill.name}: manifest</title><style>${trusted(style)}</style></head><body>
${topSection(skill, reach)}
${reachSection(reach)}
${indexSection(skill.capabilities)}
${section(
  'Refused',
  skill.refused.map((refused) => refusedArticle(refused, sources)),
)}
${section(
  'Operations',
  skill.capabilities.map((manifest, at) => operationArticle(manifest, at, sources)),
)}
${findingsSection(skill.diagnostics)}
${setupSection(skill)}
${filesSection(skill)}
</body></html>
`;
  return page.markup;
}

function topSection(skill: SkillManifest, reach: Reach): Markup {
  const highest = reach.tiers.findLastIndex((count) => count > 0);
  const totals = [
    total(skill.capabilities.length, 'operation'),
    total(reach.approvals, 'asks first', 'ask first'),
    total(reach.hosts.length, 'host'),
    total(reach.secrets.length, 'secret'),
    ...reach.tiers.map((count, tier) =>
      count === 0 ? nothing : html`<li class="t${tier}"><b>${count}</b> in tier ${tier}</li>`,
    ),
    skill.refused.length === 0 ? nothing : html`<li class="t3"><b>${skill.refused.length}</b> refused</li>`,
  ];
  return html`<header class="top"><h1>${skill.name}</h1><p>${skill.description}</p>
<dl><dt>Version</dt><dd>${skill.version}</dd><dt>Id</dt><dd><code>${skill.skill_id}</code></dd>
<dt>Source</dt><dd><code>${skill.source}</code> (${skill.format})</dd><dt>Digest</dt><dd><code>${skill.digest}</code></dd>
<dt>Highest tier</dt><dd>${highest < 0 ? 'no operations' : tierBadge(highest as Manifest['trust_tier'])}</dd></dl>
<ul class="totals">${totals}</ul></header>`;
}

function total(count: number, one: string, many = `${one}s`): Markup {
  return html`<li><b>${count}</b> ${count === 1 ? one : many}</li>`;
}

function indexSection(manifests: readonly Manifest[]): Markup {
  if (manifests.length < 2) return nothing;
  const rows = manifests.map(
    (
      manifest,
      at,
    ) => html`<tr><td><a href="#op-${at}">${manifest.id}</a></td><td>${manifest.implementation.calls.map(({ capability }) => capability).join(' → ')}</td>
<td class="t${manifest.trust_tier}">tier ${manifest.trust_tier}</td><td>${manifest.approval_reason ?? ''}</td></tr>`,
  );
  return html`<section><h2>${plural(manifests.length, 'operation')} at a glance</h2><table class="index">
<tr><th>operation</th><th>becomes</th><th>tier</th><th>why a person is asked</th></tr>${rows}</table></section>`;
}

function section(title: string, articles: readonly Markup[]): Markup {
  return articles.length === 0 ? nothing : html`<section><h2>${title}</h2>${articles}</section>`;
}

function findingsSection(diagnostics: readonly DiagnosticJson[]): Markup {
  const rows = diagnostics.map(
    ({
      code,
      severity,
      message,
      line,
      file,
      help,
    }) => html`<tr><td class="${severity === 'error' ? 't3' : severity === 'warning' ? 't2' : 'quiet'}">${severity}</td>
<td>${file ?? ''}${line === undefined ? '' : ` line ${line}`}</td><td>${message}${help === undefined ? nothing : html`<div class="quiet">${help}</div>`}</td><td class="quiet"><code>${code}</code></td></tr>`,
  );
  return rows.length === 0 ? nothing : html`<section><h2>Findings</h2><table class="index">${rows}</table></section>`;
}

function setupSection({ setup }: SkillManifest): Markup {
  const rows = setup.map(({ text, span }) => html`<tr><th>line ${span.line}</th><td><code>${text}</code></td></tr>`);
  if (rows.length === 0) return nothing;
  return html`<section><h2>Set-up lines</h2><p class="quiet">For a person to read and do; skillc never runs them.</p><table class="index">${rows}</table></section>`;
}

function filesSection({ files }: SkillManifest): Markup {
  const rows = files.map(
    ({ path, size, executable, digest }) =>
      html`<tr><td><code>${path}</code></td><td>${size} bytes</td><td>${executable ? html`<em class="warn">executable</em>` : ''}</td><td>${shortDigest(digest)}</td></tr>`,
  );
  return rows.length === 0
    ? nothing
    : html`<section><h2>Files of the bundle</h2><table class="index">${rows}</table></section>`;
}
