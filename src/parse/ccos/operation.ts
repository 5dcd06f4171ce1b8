import { diagnose } from '../../ir/diagnostic.ts';
import type { Body, Operation } from '../../ir/skill.ts';
import { joinSpans, type Span } from '../../ir/span.ts';
import type { SecretHole } from '../../ir/text.ts';
import { asString, type DataNode, get, type MapNode } from '../data/index.ts';
import { type InputField, inputSchema } from '../openapi/inputs.ts';
import type { NameHint } from '../operation-name.ts';
import { readCommand } from './command.ts';
import { readEndpoint, type SkillDefaults } from './endpoint.ts';
import { operationFields } from './fields.ts';
import { type Reading, reportUnknown, textField } from './report.ts';
import { joinRequires, readRequires } from './requires.ts';
import { readSandbox } from './sandbox.ts';
import { readInputs, readOutput } from './schema.ts';
import { readScript } from './script.ts';

/** An operation as written: an item of a list, or a member of a map whose key is its name. */
export interface WrittenOperation {
  readonly node: DataNode;
  readonly key?: string;
  readonly keySpan?: Span;
}

export interface ReadOperation {
  readonly operation: Omit<Operation, 'name'>;
  readonly hint: NameHint;
  /** The name as written, for finding two of a kind. */
  readonly written: string | undefined;
  readonly secrets: readonly SecretHole[];
}

interface Made {
  readonly body: Body;
  readonly fields: readonly InputField[];
  readonly secrets: readonly SecretHole[];
  readonly method?: string;
  readonly path?: string;
}

/** Undefined, with a diagnostic, when there is nothing in it that could run. */
export function readOperation(
  reading: Reading,
  written: WrittenOperation,
  defaults: SkillDefaults,
  files: ReadonlySet<string>,
): ReadOperation | undefined {
  const node = asMap(reading, written.node);
  const name = written.key ?? asString(get(node, 'name'));
  const label = name === undefined ? 'an operation' : `\`${name}\``;
  reportUnknown(reading, node, [...operationFields, 'url', 'id', 'metadata', 'effects', 'examples'], label);
  if (name === undefined)
    reading.diagnostics.push(diagnose('parse/field-missing', 'an operation has no `name`', start(node)));
  const made = node === undefined ? undefined : readBody(reading, node, defaults, files);
  if (node === undefined || made === undefined) {
    const message = `${label} has no \`endpoint\`, \`command\` or \`script\` that can be read`;
    reading.diagnostics.push(diagnose('parse/operation-skipped', message, written.keySpan ?? start(written.node)));
    return undefined;
  }
  const span = written.keySpan === undefined ? node.span : joinSpans(written.keySpan, node.span);
  const output = readOutput(reading, node);
  const sandbox = readSandbox(reading, node);
  const requires = joinRequires(defaults.requires, readRequires(reading, node));
  return {
    operation: {
      kind: 'operation',
      description: textField(reading, node, 'description') ?? '',
      ...(made.fields.length === 0 && made.body.kind !== 'http' ? {} : { input: inputSchema(made.fields) }),
      ...(output === undefined ? {} : { output }),
      body: made.body,
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(requires === undefined ? {} : { requires }),
      span,
    },
    hint: { titles: name === undefined ? [] : [name], ...routeOf(made), fallback: name ?? made.body.kind },
    written: name,
    secrets: made.secrets,
  };
}

function routeOf(made: Made): { readonly method?: string; readonly path?: string } {
  return {
    ...(made.method === undefined ? {} : { method: made.method }),
    ...(made.path === undefined ? {} : { path: made.path }),
  };
}

/** `search: curl …` is short for `search: {command: curl …}`. */
function asMap(reading: Reading, node: DataNode): MapNode | undefined {
  if (node.kind === 'map') return node;
  reading.diagnostics.push(diagnose('parse/field-type', 'an operation must be a map of fields', start(node)));
  if (node.kind !== 'string') return undefined;
  return { kind: 'map', entries: [{ key: 'command', keySpan: node.span, value: node }], span: node.span };
}

/** In order: an endpoint, a command, a script. What comes later is reported, never run beside it. */
function readBody(
  reading: Reading,
  node: MapNode,
  defaults: SkillDefaults,
  files: ReadonlySet<string>,
): Made | undefined {
  const inputs = readInputs(reading, node);
  const endpoint = readEndpoint(reading, node, inputs, defaults);
  if (endpoint !== undefined) {
    const { body, fields, auth, method, path } = endpoint;
    reportDropped(reading, node, isSaid(node, 'endpoint') ? 'endpoint' : 'url', ['url', 'command', 'script']);
    return { body, fields, secrets: auth.secrets, method, path };
  }
  const command = get(node, 'command');
  const body = command === undefined ? readScript(reading, node, files) : commandBody(reading, command);
  if (body === undefined) return undefined;
  const used = command === undefined ? 'script' : 'command';
  reportDropped(reading, node, used, ['endpoint', 'url', 'script', 'method', 'auth', 'headers']);
  return { body, fields: inputs, secrets: [] };
}

function isSaid(node: MapNode, key: string): boolean {
  const value = get(node, key);
  return value !== undefined && value.kind !== 'null';
}

/** Whoever wrote the other way to run meant it to happen; it is named, since nothing else shows it. */
function reportDropped(reading: Reading, node: MapNode, used: string, others: readonly string[]): void {
  for (const key of others) {
    const value = get(node, key);
    if (key === used || value === undefined || !isSaid(node, key)) continue;
    const program = /^\s*([\w./-]{1,40})\s/.exec(`${asString(value) ?? ''}\n`)?.[1];
    const what = key === 'command' && program !== undefined ? `\`command\` with \`${program}\`` : `\`${key}\``;
    const message = `${what} is dropped, since the operation is its \`${used}\``;
    reading.diagnostics.push(diagnose('parse/operation-choice', message, start(value)));
  }
}

function commandBody(reading: Reading, node: DataNode): Body | undefined {
  const { body, diagnostics } = readCommand(node);
  reading.diagnostics.push(...diagnostics);
  return body;
}

function start(node: DataNode | undefined): Span | undefined {
  return node === undefined ? undefined : { ...node.span, end: Math.min(node.span.end, node.span.start + 1) };
}
