import { diagnose } from '../../ir/diagnostic.ts';
import type { SandboxRequest } from '../../ir/skill.ts';
import { asString, asStrings, type DataNode, get } from '../data/index.ts';
import { type Reading, reportUnknown } from './report.ts';

const known = ['network', 'filesystem', 'packages', 'runtime', 'resources'];

/**
 * What a skill says about its own reach. It can only narrow; a wish for everything is reported and counts for nothing.
 * `network` and its like may stand beside `sandbox` as well as in it.
 */
export function readSandbox(reading: Reading, owner: DataNode): SandboxRequest | undefined {
  const node = get(owner, 'sandbox');
  const image = imageIn(owner);
  const short =
    image !== undefined || ['network', 'filesystem', 'packages'].some((key) => get(owner, key) !== undefined);
  if ((node === undefined || node.kind === 'null') && !short) return undefined;
  if (node !== undefined && node.kind !== 'map' && node.kind !== 'null') {
    reading.diagnostics.push(diagnose('parse/power-ignored', '`sandbox` cannot be switched off or chosen', node.span));
    if (!short) return undefined;
  }
  reportUnknown(reading, node, known, '`sandbox`');
  const files = get(node, 'filesystem') ?? get(owner, 'filesystem');
  const egress = reach(reading, get(node, 'network') ?? get(owner, 'network'), 'egress', 'network');
  const read = reach(reading, files, 'read', 'filesystem');
  const write = reach(reading, files, 'write', 'filesystem');
  const runtime = asString(get(node, 'runtime')) ?? image;
  const packages = asStrings(get(node, 'packages') ?? get(owner, 'packages'));
  return {
    ...(egress === undefined ? {} : { egress }),
    ...(read === undefined ? {} : { read }),
    ...(write === undefined ? {} : { write }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(packages === undefined ? {} : { packages }),
  };
}

/** `runtime: container:ubuntu:22.04` of an operation says where it runs; what interprets a script, its first line says. */
export function imageIn(owner: DataNode): string | undefined {
  const runtime = asString(get(owner, 'runtime'))?.trim();
  return runtime?.startsWith('container:') === true ? runtime : undefined;
}

const nothing: ReadonlySet<string> = new Set(['none', 'off', 'no', 'false', 'deny', '']);
const everything: ReadonlySet<string> = new Set([
  '*',
  'all',
  'any',
  'full',
  'on',
  'yes',
  'true',
  '0.0.0.0/0',
  '**',
  '/',
]);

/** `network: {egress: [host]}`, `network: [host]`, `network: none`. Undefined means not said. */
function reach(
  reading: Reading,
  node: DataNode | undefined,
  key: string,
  owner: string,
): readonly string[] | undefined {
  const value = node?.kind === 'map' ? get(node, key) : node;
  if (value === undefined || value.kind === 'null') return undefined;
  const word = asString(value)?.toLowerCase();
  if (word !== undefined && nothing.has(word)) return [];
  const all = asStrings(value) ?? [];
  const named = all.filter((item) => !everything.has(item.trim().toLowerCase()));
  if (named.length < all.length || (all.length === 0 && value.kind !== 'list')) {
    reading.diagnostics.push(
      diagnose('parse/power-ignored', `\`${owner}\` asks for everything, which grants nothing`, value.span),
    );
    return named.length === 0 ? undefined : named;
  }
  return named;
}
