import { visible } from '../ir/visible.ts';
import { plural } from '../report/diagnostic-text.ts';
import { effectText, secretPlace, tierMeaning } from '../report/effect-text.ts';
import { inputRows, inputText } from '../report/inputs-text.ts';
import { isolationText } from '../report/isolation-text.ts';
import type { Paint } from '../report/paint.ts';
import { paramsText } from '../report/params-text.ts';
import { dependencyLines, derivedLines, foundText, undecidedLines } from '../report/policy-text.ts';
import type { Manifest, ManifestCall, ManifestSite, SkillManifest } from './manifest.ts';
import { reachOf } from './reach.ts';

/** The manifest for a terminal: the whole reach first, then every operation. */
export function skillText(skill: SkillManifest, paint: Paint): string {
  const parts = [
    headText(skill, paint),
    reachText(skill, paint),
    ...skill.capabilities.map((manifest) => manifestText(manifest, paint)),
    ...skill.refused.map(({ id, diagnostics, span }) =>
      [
        `${paint.bold(visible(id))}  ${paint.red('can never run')}  ${paint.dim(`line ${span.line}`)}`,
        ...diagnostics.map(({ message }) => `  ${visible(message)}`),
      ].join('\n'),
    ),
    setupText(skill, paint),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

export function manifestText(manifest: Manifest, paint: Paint): string {
  const { calls } = manifest.implementation;
  const approval = manifest.requires_approval
    ? paint.yellow(`asks first: ${visible(manifest.approval_reason ?? 'no rule allows it')}`)
    : paint.green('no approval needed');
  return [
    `${paint.bold(visible(manifest.id))}  ${tierText(manifest, paint)}  ${paint.dim(placeText(manifest))}`,
    ...(manifest.description === '' ? [] : [`  ${visible(manifest.description)}`]),
    `  ${approval}`,
    ...calls.flatMap((call, at) => callText(call, `${at + 1}`, paint)),
    ...row('touches', touched(manifest), paint),
    ...row(
      'secrets',
      manifest.requires_secrets.map((use) => `${use.name} → ${secretPlace(use)}`),
      paint,
    ),
    ...row(
      'settings',
      manifest.requires_settings.map(({ name }) => name),
      paint,
    ),
    ...row('inputs', inputRows(manifest.input_schema).map(inputText), paint),
    ...row('code', manifest.implementation.code.map(codeText), paint),
    ...row('isolation', isolationLines(manifest), paint),
    ...row('found', derivedLines(manifest.sandbox_policy).map(foundText), paint),
    ...row('needs', dependencyLines(manifest.sandbox_policy).map(foundText), paint),
    ...row('undecided', undecidedLines(manifest.sandbox_policy).map(foundText), paint),
    ...row('digest', manifest.digest === null ? [] : [manifest.digest], paint),
  ].join('\n');
}

/** Only where code runs that somebody must hold. */
function isolationLines({ isolation: { required, measured } }: Manifest): readonly string[] {
  if (required !== 'process') return [];
  return [measured === undefined ? `${required}, or it does not run` : isolationText(measured)];
}

function codeText({ path, digest }: Manifest['implementation']['code'][number]): string {
  return `${path} ${digest.slice(0, 19)}…`;
}

function headText(skill: SkillManifest, paint: Paint): string {
  return [
    `${paint.bold(visible(skill.name))} ${visible(skill.version)}  ${paint.dim(`${visible(skill.source)} (${skill.format})`)}`,
    ...(skill.description === '' ? [] : [visible(skill.description)]),
    paint.dim(skill.digest),
  ].join('\n');
}

function reachText(skill: SkillManifest, paint: Paint): string {
  const reach = reachOf(skill.capabilities);
  const lines = [
    ...row(
      'hosts',
      reach.hosts.map(({ origin, methods }) => `${origin} (${methods.join(', ')})`),
      paint,
    ),
    ...row(
      'secrets',
      reach.secrets.flatMap(({ name, places }) => places.map((place) => `${name} → ${secretPlace(place)}`)),
      paint,
    ),
    ...row('settings', reach.settings, paint),
    ...row('reads', reach.reads, paint),
    ...row('writes', reach.writes, paint),
    ...row('programs', reach.programs, paint),
    ...row('code', reach.code.map(codeText), paint),
    ...row('variables', reach.variables, paint),
    ...row('data', reach.classifications, paint),
  ];
  const count = plural(skill.capabilities.length, 'operation');
  const refused = skill.refused.length === 0 ? '' : `, ${skill.refused.length} more refused`;
  const touches = lines.length === 0 ? ' can touch nothing' : ' can touch';
  return [`${paint.bold(`${count}${touches}`)}${refused}`, ...lines].join('\n');
}

/** An agent that follows the text may run these all the same. */
function setupText({ setup }: SkillManifest, paint: Paint): string {
  if (setup.length === 0) return '';
  const lines = setup.map(({ text, span }) => `  ${paint.dim(`line ${span.line}`)}  ${visible(text)}`);
  return [paint.bold(`${plural(setup.length, 'line')} for a person, never run by skillc`), ...lines].join('\n');
}

function callText(call: ManifestCall, number: string, paint: Paint): readonly string[] {
  return [
    `  ${paint.dim(number)} ${paint.cyan(call.capability)}`,
    ...paramsText(call.params, '      '),
    ...call.sites.map((site) => siteText(site, paint)),
  ];
}

function siteText(site: ManifestSite, paint: Paint): string {
  const where = paint.dim(`line ${site.span.line}`);
  return `      ${where} ${paint.cyan(site.capability)} ${site.effects.map((effect) => visible(effectText(effect))).join(', ')}`.trimEnd();
}

function tierText({ trust_tier }: Manifest, paint: Paint): string {
  const text = `tier ${trust_tier} (${tierMeaning[trust_tier]})`;
  return trust_tier === 3 ? paint.red(text) : trust_tier === 2 ? paint.yellow(text) : text;
}

function placeText({ derived_from: { span } }: Manifest): string {
  return `${visible(span.source)}:${span.line}`;
}

function touched({ effects }: Manifest): readonly string[] {
  return [...new Set(effects.filter(({ kind }) => kind !== 'secret' && kind !== 'output').map(effectText))];
}

function row(name: string, values: readonly string[], paint: Paint): readonly string[] {
  return values.map((value, at) => `  ${paint.dim((at === 0 ? name : '').padEnd(9))} ${visible(value)}`);
}
