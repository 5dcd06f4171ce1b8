import { effectText, slotText } from '../../report/effect-text.ts';
import { type InputRow, inputRows } from '../../report/inputs-text.ts';
import { isolationText } from '../../report/isolation-text.ts';
import { dependencyLines, derivedLines, type FoundLine, undecidedLines } from '../../report/policy-text.ts';
import type { Manifest } from '../manifest.ts';
import { html, type Markup, nothing } from './markup.ts';
import { placeMarkup, shortDigest } from './reach.ts';

/** What the operation touches and takes, row by row. */
export function facts(manifest: Manifest): readonly Markup[] {
  const { network, filesystem, resources, runtime, packages } = manifest.sandbox_policy;
  const { required, measured } = manifest.isolation;
  const sandboxed = resources.cpu_seconds > 0 || resources.memory_mb > 0;
  const touched = manifest.effects.filter(({ kind }) => kind !== 'secret' && kind !== 'output').map(effectText);
  return [
    fact(
      'Touches',
      [...new Set(touched)].map((text) => html`<code>${text}</code>`),
      'nothing',
    ),
    fact(
      'Secrets',
      manifest.requires_secrets.map((use) => html`<code class="secret">${use.name}</code> → ${placeMarkup(use)}`),
      'none',
    ),
    fact(
      'Settings',
      manifest.requires_settings.map(
        ({ name, example }) => html`<code>${name}</code>${example === undefined ? '' : `, e.g. ${example}`}`,
      ),
      '',
    ),
    fact(
      'Inputs',
      inputRows(manifest.input_schema).map((row) => inputFact(row, bindOf(manifest, row.name))),
      'none',
    ),
    fact(
      'Code',
      manifest.implementation.code.map(({ path, digest }) => html`<code>${path}</code> ${shortDigest(digest)}`),
      '',
    ),
    sandboxed
      ? fact(
          'Sandbox',
          [
            html`network: ${network.egress.length === 0 ? 'none' : html`<code>${network.egress.join(' ')}</code>`}`,
            html`reads: ${filesystem.read.length === 0 ? 'nothing' : html`<code>${filesystem.read.join(' ')}</code>`}`,
            html`writes: ${filesystem.write.length === 0 ? 'nothing' : html`<code>${filesystem.write.join(' ')}</code>`}`,
            html`${resources.cpu_seconds} s processor time, ${resources.memory_mb} MB memory`,
            html`isolation: ${measured === undefined ? `${required}, or it does not run` : isolationText(measured)}`,
            ...(runtime === undefined ? [] : [html`runtime <code>${runtime}</code>`]),
            ...(packages === undefined || packages.length === 0
              ? []
              : [html`packages <code>${packages.join(' ')}</code>`]),
          ],
          '',
        )
      : nothing,
    fact('Found in the code', derivedLines(manifest.sandbox_policy).map(foundMarkup), ''),
    fact('To be installed first', dependencyLines(manifest.sandbox_policy).map(foundMarkup), ''),
    fact('Not decided, not given', undecidedLines(manifest.sandbox_policy).map(openMarkup), ''),
    fact(
      'Data',
      manifest.data_classifications.map((name) => html`<code>${name}</code>`),
      '',
    ),
    fact(
      'Estimate',
      [html`${manifest.estimated_resources.network_bytes} bytes, ${manifest.estimated_resources.wall_clock_ms} ms`],
      '',
    ),
    manifest.confidence < 1
      ? fact('Understood', [html`${Math.round(manifest.confidence * 100)} %; the findings say what is missing`], '')
      : nothing,
  ];
}

function fact(name: string, rows: readonly Markup[], none: string): Markup {
  if (rows.length === 0) return none === '' ? nothing : html`<dt>${name}</dt><dd class="none">${none}</dd>`;
  return html`<dt>${name}</dt><dd>${rows.map((row) => html`<div>${row}</div>`)}</dd>`;
}

function foundMarkup({ text, place }: FoundLine): Markup {
  return html`<code>${text}</code> <span class="quiet">${place}</span>`;
}

function openMarkup({ text, place }: FoundLine): Markup {
  return html`<em class="warn">${text}</em> <span class="quiet">${place}</span>`;
}

function bindOf({ implementation }: Manifest, name: string): string | undefined {
  return implementation.bindings.find((binding) => binding.name === name)?.bind;
}

function inputFact({ name, type, required, default: preset, description }: InputRow, bind: string | undefined): Markup {
  const need = required
    ? html`<em>required</em>`
    : preset === undefined
      ? html`optional`
      : html`default <code>${preset}</code>`;
  const place = bind === undefined ? nothing : html` <span class="quiet">in ${slotText(bind)}</span>`;
  return html`<code class="input">${name}</code> <span class="quiet">${type}</span>, ${need}${place}${
    description === undefined ? '' : `: ${description}`
  }`;
}
