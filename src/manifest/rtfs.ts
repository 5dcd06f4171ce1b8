import { replaceHidden } from '../ir/visible.ts';
import { escapeUnits } from '../report/json-text.ts';
import type { Manifest, SkillManifest } from './manifest.ts';

/** Every operation as a `(capability "…" …)` form, after a comment that names the skill. */
export function skillRtfs(skill: SkillManifest): string {
  const head = [`;; ${oneLine(skill.name)} ${oneLine(skill.version)}`, `;; ${oneLine(skill.source)} ${skill.digest}`];
  const refused = skill.refused.map(({ id, diagnostics }) => {
    const reasons = diagnostics.map(({ code, message }) => oneLine(`${code}: ${message}`)).join('; ');
    return `;; refused: ${oneLine(id)} (${reasons})`;
  });
  return `${[[...head, ...refused].join('\n'), ...skill.capabilities.map(manifestRtfs)].join('\n\n')}\n`;
}

/** The fields of the JSON form, keys in kebab-case: `:input-schema {…}`. Keys that are not ours stay strings. */
export function manifestRtfs(manifest: Manifest): string {
  const { id, ...fields } = manifest;
  const lines = Object.entries(fields).map(
    ([key, value]) => `  ${keyword(key)} ${form(value, key.length + 4, !foreignKeys.has(key))}`,
  );
  return `(capability ${string(id)}\n${lines.join('\n')})`;
}

const ownKey = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const widest = 100;

/** `ours` is false inside schemas and parameters, whose keys are the skill's words and are kept exactly. */
function form(value: unknown, column: number, ours: boolean): string {
  if (value === null || value === undefined) return 'nil';
  if (typeof value === 'string') return string(value);
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map((item) => form(item, column + 1, ours))
    : Object.entries(value).flatMap(([key, member]) =>
        member === undefined ? [] : pair(key, member, column + 1, ours),
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const flat = `${open}${parts.join(' ')}${close}`;
  if (column + flat.length <= widest && !flat.includes('\n')) return flat;
  return `${open}${parts.join(`\n${' '.repeat(column + 1)}`)}${close}`;
}

function pair(key: string, value: unknown, column: number, ours: boolean): string {
  const written = ours && ownKey.test(key) ? keyword(key) : string(key);
  return `${written} ${form(value, column + written.length + 1, ours && !foreignKeys.has(key))}`;
}

/** The values of these hold the skill's own keys. */
const foreignKeys: ReadonlySet<string> = new Set(['params', 'input_schema', 'output_schema']);

function keyword(key: string): string {
  return `:${key.replaceAll('_', '-')}`;
}

function string(text: string): string {
  return `"${replaceHidden(text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n'), escapeUnits)}"`;
}

function oneLine(text: string): string {
  return replaceHidden(text, escapeUnits);
}
