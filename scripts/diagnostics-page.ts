import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CatalogueRow, catalogue } from '../src/ir/catalogue/index.ts';
import { replaceHidden, visibleLines } from '../src/ir/visible.ts';

const fixtures = fileURLToPath(new URL('../fixtures/diagnostics/', import.meta.url));

const areas: readonly { readonly area: string; readonly title: string }[] = [
  { area: 'source', title: 'Reading files' },
  { area: 'limit', title: 'Limits' },
  { area: 'parse', title: 'Parsing' },
  { area: 'shell', title: 'Shell text' },
  { area: 'map', title: 'Mapping commands' },
  { area: 'effect', title: 'Effects' },
  { area: 'tool', title: 'Tool tables' },
  { area: 'skillc', title: 'skillc itself' },
];

const opening = `# Diagnostics

Every finding that skillc can report, with the smallest input that shows it. The first table of each part gives the
meaning; \`strict\` says whether \`--strict\` makes an error of it. This page is made from \`src/ir/catalogue\` and
\`fixtures/diagnostics\` by \`npm run fixtures -- --update\`; a test fails when it is stale.
`;

/** docs/diagnostics.md: the catalogue as tables, and an example of each code. */
export function diagnosticsPage(): string {
  const rows: readonly (readonly [string, CatalogueRow])[] = Object.entries(catalogue);
  const parts = areas.map(({ area, title }) => {
    const own = rows.filter(([code]) => code.startsWith(`${area}/`));
    return [`## ${title}`, table(own), ...own.map(([code]) => example(code))].join('\n\n');
  });
  return `${[opening.trimEnd(), ...parts].join('\n\n')}\n`;
}

function table(rows: readonly (readonly [string, CatalogueRow])[]): string {
  const lines = rows.map(([code, row]) => {
    const cells = [
      `[\`${code}\`](#${anchor(code)})`,
      row.severity,
      row.deviation === true ? 'error' : '',
      row.about,
      row.help ?? '',
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| code | severity | strict | meaning | help |', '|---|---|---|---|---|', ...lines].join('\n');
}

/** As GitHub makes it from the heading `### map/unknown-tool`. */
function anchor(code: string): string {
  return code.replace('/', '');
}

function example(code: string): string {
  const folder = join(fixtures, code.replace('/', '-'));
  const found = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as readonly Finding[];
  const finding = found.find((one) => one.code === code);
  const said = finding === undefined ? '' : `> ${finding.severity}: ${shown(finding.message)}${place(finding)}`;
  const advice = finding?.help === undefined ? [] : [`> help: ${shown(finding.help)}`];
  const inputs = inputFiles(folder).map(
    (file) => `\`${file}\`\n\n${fenced(file, readFileSync(join(folder, file), 'utf8'))}`,
  );
  return [`### ${code}`, ...inputs, [said, ...advice].join('  \n')].join('\n\n');
}

/** Messages show hidden characters by themselves; this only makes sure. */
function shown(message: string): string {
  return replaceHidden(message, (code) => `\\u{${code.toString(16).toUpperCase()}}`);
}

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly file?: string;
  readonly help?: string;
}

function place({ line, column, file }: Finding): string {
  const where = line === undefined ? '' : ` (line ${line}, column ${column ?? 1}`;
  return where === '' ? '' : `${where}${file === undefined || file === 'command' ? '' : ` of \`${file}\``})`;
}

/** The files of a case in the order of their names, the entry first. */
function inputFiles(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'expected.json')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return names.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}

function depth(path: string): number {
  return path.split('/').length;
}

function fenced(file: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${languages.get(file.split('.').at(-1) ?? '') ?? ''}\n${visibleLines(content.trimEnd())}\n${fence}`;
}

const languages: ReadonlyMap<string, string> = new Map([
  ['md', 'markdown'],
  ['yaml', 'yaml'],
  ['json', 'json'],
  ['sh', 'bash'],
  ['py', 'python'],
  ['txt', 'text'],
]);

export const pagePath = fileURLToPath(new URL('../docs/diagnostics.md', import.meta.url));

/** The page as it lies there, or nothing. */
export function writtenPage(): string {
  return existsSync(pagePath) ? readFileSync(pagePath, 'utf8') : '';
}
