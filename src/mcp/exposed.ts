import { createHash } from 'node:crypto';
import type { UsableOperation } from '../host/index.ts';
import type { Json } from '../index.ts';
import { attempt } from './attempt.ts';
import type { Opened } from './engine.ts';
import { cleaned } from './replies.ts';
import { outcome } from './schemas.ts';
import type { Tool } from './tool.ts';

const longestName = 64;

/**
 * The name of an operation as a tool: within 64 characters, the same every time, and no two alike. `weather.today` is `weather__today`;
 * where that would be too long or could be read in two ways, the end is a digest, and nothing in it is written `__`.
 */
export function toolName(id: string): string {
  const dot = id.indexOf('.');
  const [skill, operation] = [id.slice(0, dot), id.slice(dot + 1)];
  const plain = `${skill}__${operation}`;
  const isClear = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*__[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/.test(plain);
  if (isClear && plain.length <= longestName) return plain;
  const end = createHash('sha256').update(id).digest('hex').slice(0, 12);
  const start = id.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, longestName - end.length - 1);
  return `${start.replace(/(?<!_)_+$/, '')}_${end}`;
}

/** Those that this session can call without a question, each as a tool. */
export async function exposedTools({ host, run, compile }: Opened, session: string): Promise<readonly Tool[]> {
  const operations = await run.usableOperations(host, session);
  return operations.map((one) => toolOf(one, { compile }));
}

function toolOf(operation: UsableOperation, context: Pick<Opened, 'compile'>): Tool {
  const { id, skill, description, inputs, reads } = operation;
  const said = description === '' ? '' : ` [untrusted text of the skill ${skill}] ${shortened(description, context)}`;
  return {
    name: toolName(id),
    title: id,
    description: `Runs ${id}.${said}`,
    inputSchema: cleaned(inputs, context) as Tool['inputSchema'],
    outputSchema: outcome,
    annotations: { readOnlyHint: reads, destructiveHint: !reads, openWorldHint: true },
    checkedByGates: true,
    run: (args, call) => attempt({ kind: 'execute', capability: id, input: args as Json }, call),
  };
}

function shortened(text: string, { compile }: Pick<Opened, 'compile'>): string {
  const line = compile.visible(compile.withoutHidden(text).replace(/\s+/g, ' ').trim());
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
