import type { DeclaredInstall } from '../../ir/skill.ts';
import { positionAt } from '../../ir/span.ts';
import { asList, asString, type DataNode, get } from '../data/index.ts';

/** What brings a package, by the word that the formats use for it. */
const ecosystems: ReadonlyMap<string, string> = new Map([
  ['node', 'npm'],
  ['npm', 'npm'],
  ['pnpm', 'npm'],
  ['yarn', 'npm'],
  ['bun', 'npm'],
  ['uv', 'pypi'],
  ['pip', 'pypi'],
  ['pip3', 'pypi'],
  ['pipx', 'pypi'],
  ['python', 'pypi'],
  ['brew', 'brew'],
  ['go', 'go'],
  ['cargo', 'cargo'],
  ['apt', 'apt'],
  ['download', 'download'],
]);

/** `install: [{ kind: node, package: "@x/y", bins: [y] }]`; an entry without a package or a known way says nothing here. */
export function installsOf(node: DataNode | undefined, text: string): readonly DeclaredInstall[] {
  return (asList(node) ?? []).flatMap((entry): readonly DeclaredInstall[] => {
    const ecosystem = ecosystems.get(asString(get(entry, 'kind', 'type', 'id')) ?? '');
    const written = asString(get(entry, 'package', 'formula', 'module', 'crate', 'packages', 'url'));
    const systems = (asList(get(entry, 'os')) ?? []).flatMap((system) => asString(system) ?? []);
    if (ecosystem === undefined || written === undefined || written.trim() === '') return [];
    // Sandboxes for programs are Linux's.
    if (systems.length > 0 && !systems.includes('linux')) return [];
    const { name, version } = splitVersion(written.trim(), ecosystem);
    const bins = (asList(get(entry, 'bins', 'bin')) ?? []).flatMap((bin) => asString(bin) ?? []);
    const { span } = entry;
    return [{ ecosystem, name, version, bins, span: { ...span, line: positionAt(text, span.start).line } }];
  });
}

/** `@scope/name@1.2`, `name==1.2`, `name>=1`, `example.com/x@latest` */
function splitVersion(written: string, ecosystem: string): { readonly name: string; readonly version: string } {
  const at = written.lastIndexOf('@');
  if (ecosystem !== 'pypi' && ecosystem !== 'download' && at > 0)
    return { name: written.slice(0, at), version: written.slice(at + 1) };
  const [, name = written, version = ''] =
    ecosystem === 'pypi' ? (/^([A-Za-z0-9][\w.-]*(?:\[[^\]]*\])?)\s*(.*)$/s.exec(written) ?? []) : [];
  return { name, version };
}
