import { type CatalogueRow, catalogue } from '../ir/catalogue/index.ts';
import type { Diagnostic, Severity } from '../ir/diagnostic.ts';
import { visible } from '../ir/visible.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { placeOf } from './line-index.ts';

const codes: readonly string[] = Object.keys(catalogue);

/** SARIF 2.1.0: every rule of the catalogue, one result a finding, regions in UTF-16 units. */
export function sarifLog(results: readonly object[], version: string): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'skillc', semanticVersion: version, rules: Object.entries(catalogue).map(rule) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { description: { text: 'the directory in which skillc was started' } } },
        invocations: [{ executionSuccessful: true }],
        results,
      },
    ],
  };
}

export function sarifResults(skill: CheckedSkill): readonly object[] {
  return skill.diagnostics.map((diagnostic) => result(skill, diagnostic, codes.indexOf(diagnostic.code)));
}

function rule([id, row]: readonly [string, CatalogueRow]): object {
  return {
    id,
    shortDescription: { text: row.about },
    ...(row.help === undefined ? {} : { help: { text: row.help } }),
    defaultConfiguration: { level: levelOf(row.severity) },
    properties: { deviation: row.deviation === true },
  };
}

function result(skill: CheckedSkill, diagnostic: Diagnostic, ruleIndex: number): object {
  const help = diagnostic.help === undefined ? '' : `\nhelp: ${visible(diagnostic.help)}`;
  return {
    ruleId: diagnostic.code,
    ruleIndex,
    level: levelOf(diagnostic.severity),
    message: { text: `${visible(diagnostic.message)}${help}` },
    locations: [{ physicalLocation: physicalLocation(skill, diagnostic) }],
  };
}

function physicalLocation(skill: CheckedSkill, { span }: Diagnostic): object {
  if (span === undefined || skill.sources(span.source) === undefined) {
    return { artifactLocation: artifactLocation(skill.path) };
  }
  const place = placeOf(span, skill.sources);
  return {
    artifactLocation: artifactLocation(skill.place(span.source)),
    region: {
      startLine: place.line,
      startColumn: place.column,
      endLine: place.end_line,
      endColumn: place.end_column,
    },
  };
}

/** A path as a URI: relative ones against SRCROOT. */
function artifactLocation(path: string): object {
  const uri = path.replaceAll('\\', '/').split('/').map(encodeSegment).join('/');
  return uri.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: 'SRCROOT' };
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed())
    .replaceAll('%2B', '+')
    .replaceAll('%40', '@')
    .replaceAll('%7E', '~');
}

function levelOf(severity: Severity): 'error' | 'warning' | 'note' {
  return severity === 'info' ? 'note' : severity;
}
