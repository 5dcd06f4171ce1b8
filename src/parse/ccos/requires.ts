import { diagnose } from '../../ir/diagnostic.ts';
import type { DeclaredSecret, Requirements } from '../../ir/skill.ts';
import { asBoolean, asNumber, asString, type DataNode, get } from '../data/index.ts';
import { validName } from './auth.ts';
import type { Reading } from './report.ts';

export type ListedSecret = Omit<DeclaredSecret, 'primary'>;

/** `approval` and `secrets` of a skill or of one of its operations. */
export interface Requires {
  readonly approval: boolean;
  readonly listed: readonly ListedSecret[];
}

export function readRequires(reading: Reading, owner: DataNode): Requires {
  return {
    approval: readApproval(reading, get(owner, 'approval')),
    listed: listedSecrets(reading, get(owner, 'secrets')),
  };
}

/** What the skill asks for all its operations, and the operation for itself; undefined when nobody asks for anything. */
export function joinRequires(skill: Requires, own: Requires): Requirements | undefined {
  const approval = skill.approval || own.approval;
  const secrets = [...new Set([...skill.listed, ...own.listed].map(({ name }) => name))];
  return approval || secrets.length > 0 ? { approval, secrets } : undefined;
}

/** What a skill says about its own approval can make it stricter, never looser. */
function readApproval(reading: Reading, node: DataNode | undefined): boolean {
  if (node === undefined || node.kind === 'null') return false;
  const value = node.kind === 'map' ? get(node, 'required') : node;
  const required = asBoolean(value);
  const mode = asString(get(node, 'mode') ?? (required === undefined ? value : undefined))?.toLowerCase();
  const autonomy = asNumber(get(node, 'max_autonomy')) ?? 2;
  const waives = required === false || mode === 'never' || mode === 'none' || autonomy > 2;
  if (waives) {
    reading.diagnostics.push(diagnose('parse/power-ignored', '`approval` cannot be waived by the skill', node.span));
  }
  return required ?? (mode !== undefined && mode !== 'never' && mode !== 'none');
}

/** `secrets: [NAME]`, `[{name: NAME, description: …}]` or `{NAME: …}`. What is no name may be the secret itself. */
function listedSecrets(reading: Reading, node: DataNode | undefined): readonly ListedSecret[] {
  const items: readonly (readonly [string | undefined, DataNode])[] =
    node?.kind === 'map'
      ? node.entries.map(({ key, value }) => [key, value] as const)
      : node?.kind === 'list'
        ? node.items.map((item) => [asString(item) ?? asString(get(item, 'name', 'env_var', 'env')), item] as const)
        : node === undefined || node.kind === 'null'
          ? []
          : [[asString(node), node]];
  return items.flatMap(([written, item]) => {
    const name = validName(written);
    const description = asString(get(item, 'description'));
    if (name !== undefined) return [{ name, ...(description === undefined ? {} : { description }), span: item.span }];
    reading.diagnostics.push(
      diagnose('parse/field-value', '`secrets` holds something that is not the name of a variable', item.span),
    );
    return [];
  });
}
