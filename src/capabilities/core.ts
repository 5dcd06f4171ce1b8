import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Effect } from '../ir/effect.ts';
import type { Schema } from '../ir/json.ts';
import { type CoreCapability, coreCapabilities } from '../ir/plan.ts';
import { fieldsOf, isMapping, type Problems } from '../map/tools/fields.ts';
import { shippedFolder } from './load.ts';

/** A core capability as its file declares it. */
export interface CapabilityManifest {
  readonly id: CoreCapability;
  readonly description: string;
  readonly input: Schema;
  /** Kinds of effect it can have; a call's own effects say which and where. */
  readonly effects: readonly Effect['kind'][];
  /** Where no rule matches. */
  readonly default: 'allow' | 'ask' | 'deny';
  readonly cost: { readonly network_bytes: number; readonly wall_clock_ms: number };
  readonly examples: {
    readonly maps: readonly string[];
    readonly other: readonly { readonly run: string; readonly as: string }[];
  };
}

const effectKinds = ['network', 'secret', 'read', 'write', 'process', 'env', 'output', 'classified'] as const;

/** All of them, in the order of `coreCapabilities`. A file that does not check is our own bug, so it throws. */
export function loadCapabilities(folder: string = shippedFolder): readonly CapabilityManifest[] {
  return coreCapabilities.map((id) => {
    const file = join(folder, `${id}.yaml`);
    const problems: Problems = [];
    const manifest = readManifest(id, parse(readFileSync(file, 'utf8')) as unknown, problems);
    const [first] = problems;
    if (first !== undefined) throw new Error(`${file}: ${first.path.join('.')}: ${first.message}`);
    return manifest;
  });
}

function readManifest(id: CoreCapability, data: unknown, problems: Problems): CapabilityManifest {
  const keys = ['id', 'description', 'input', 'effects', 'default', 'cost', 'examples'];
  const fields = fieldsOf(data, [], keys, problems);
  if (fields.required('id') !== id) problems.push({ path: ['id'], message: 'the id must be the file name' });
  const kinds = fields.strings('effects').map((kind) => effectKinds.find((known) => known === kind));
  if (kinds.includes(undefined)) problems.push({ path: ['effects'], message: 'an effect of no known kind' });
  const input = fields.get('input');
  if (!isMapping(input)) problems.push({ path: ['input'], message: 'a schema is needed here' });
  const cost = fieldsOf(fields.get('cost'), ['cost'], ['network_bytes', 'wall_clock_ms'], problems);
  return {
    id,
    description: fields.required('description'),
    input: (isMapping(input) ? input : {}) as Schema,
    effects: kinds.filter((kind) => kind !== undefined),
    default: fields.choice('default', ['allow', 'ask', 'deny'], 'ask'),
    cost: { network_bytes: cost.count('network_bytes') ?? 0, wall_clock_ms: cost.count('wall_clock_ms') ?? 0 },
    examples: readExamples(fields.get('examples'), problems),
  };
}

function readExamples(data: unknown, problems: Problems): CapabilityManifest['examples'] {
  const fields = fieldsOf(data, ['examples'], ['maps', 'other'], problems);
  const other = fields.items('other').map((item, index) => {
    const example = fieldsOf(item, ['examples', 'other', index], ['run', 'as'], problems);
    return { run: example.required('run'), as: example.required('as') };
  });
  return { maps: fields.strings('maps'), other };
}
