import { wordValue } from '../../given-variable.ts';
import { argument, type Handler, literalArgument, needed } from '../../library.ts';
import type { Call } from '../../run/machine.ts';
import { memberOf } from '../../run/members.ts';
import { itemsOf } from '../../run/parts.ts';
import {
  data,
  each,
  join,
  list,
  literalText,
  nothing,
  type ObjectValue,
  object,
  put,
  record,
  text,
  type Value,
} from '../../value.ts';
import { type OptionSpec, readWords } from '../../words.ts';
import { pathObject } from './path-object.ts';

/** `argparse.ArgumentParser` and what is added to it. */
export const argumentHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['argparse.ArgumentParser', (call) => parserObject(argument(call, -1, 'parents'))],
  ['argparse.Namespace', (call) => object('namespace', call.named)],
  ['argparse.FileType', () => data('a type')],
]);

function parserObject(parents?: Value): ObjectValue {
  const inherited =
    parents === undefined
      ? []
      : itemsOf(parents).items.flatMap((one) => (one.kind === 'object' ? specValues(one) : []));
  return object('parser', [
    ['specs', list(inherited)],
    ['children', record()],
    ['presets', record()],
  ]);
}

function specValues(parser: ObjectValue): readonly Value[] {
  const specs = parser.state.get('specs');
  return specs?.kind === 'list' ? specs.items : [];
}

export function parserMethod(parser: ObjectValue, name: string, call: Call): Value {
  switch (name) {
    case 'add_argument': {
      const specs = parser.state.get('specs');
      if (specs?.kind === 'list') specs.items.push(record([...call.named, ['*names*', list(call.args)]]));
      return data('an option');
    }
    case 'add_argument_group':
    case 'add_mutually_exclusive_group':
    case 'add_subparsers': {
      const dest = literalArgument(call, -1, 'dest');
      if (name === 'add_subparsers' && dest !== undefined) parser.state.set('child-name', text(dest));
      return name === 'add_subparsers' ? object('subparsers', [['parser', parser]]) : parser;
    }
    case 'set_defaults': {
      const presets = parser.state.get('presets');
      if (presets?.kind === 'record') for (const [key, value] of call.named) put(presets, key, value);
      return nothing;
    }
    case 'parse_args':
    case 'parse_intermixed_args':
      return namespaceOf(parser, argument(call, 0, 'args'), call);
    case 'parse_known_args':
      return list([namespaceOf(parser, argument(call, 0, 'args'), call), list([], true)]);
    default:
      return data('a parser');
  }
}

export function subparsersMethod(made: ObjectValue, name: string, call: Call): Value {
  const parser = made.state.get('parser');
  const children = parser?.kind === 'object' ? parser.state.get('children') : undefined;
  const child = parserObject(argument(call, -1, 'parents'));
  const named = literalArgument(call, 0, 'name');
  if (name === 'add_parser' && children?.kind === 'record') {
    const aliases = argument(call, -1, 'aliases');
    const names = [named, ...(aliases === undefined ? [] : itemsOf(aliases).items.map(literalText))];
    for (const one of names) if (one !== undefined) put(children, one, child);
    if (named === undefined) children.rest = child;
  }
  return child;
}

/** What the words of the command make of the options; without words, what the presets say or anything. */
function namespaceOf(parser: ObjectValue, given: Value | undefined, call: Call): Value {
  const own = given === undefined ? call.machine.host.source.words : undefined;
  const words = own?.map(wordValue);
  const fields = new Map<string, Value>();
  fill(parser, words, fields, call, 0);
  return object('namespace', fields);
}

function fill(
  parser: ObjectValue,
  words: readonly Value[] | undefined,
  fields: Map<string, Value>,
  call: Call,
  depth: number,
): void {
  if (depth > 4) return;
  const specs = specValues(parser).flatMap((one) => specOf(one));
  const children = parser.state.get('children');
  const hasChildren = children?.kind === 'record' && (children.entries.size > 0 || children.rest !== undefined);
  const read = readWords(specs, words, hasChildren);
  for (const [name, value] of read.values) fields.set(name, value);
  const presets = parser.state.get('presets');
  if (presets?.kind === 'record')
    for (const [name, value] of presets.entries) fields.set(name, join([...some(fields.get(name)), value]));
  if (children?.kind !== 'record' || !hasChildren) return;
  const chosen = read.rest?.[0] === undefined ? undefined : literalText(read.rest[0]);
  const child = chosen === undefined ? undefined : children.entries.get(chosen);
  const dest = literalText(parser.state.get('child-name') ?? text('command'));
  if (chosen !== undefined && dest !== undefined) fields.set(dest, text(chosen));
  if (child?.kind === 'object') {
    fill(child, read.rest?.slice(1), fields, call, depth + 1);
    return;
  }
  // Which sub-command it is nobody knows: it may be each of them.
  for (const one of [...children.entries.values(), ...some(children.rest)]) {
    const inner = new Map<string, Value>();
    if (one.kind === 'object') fill(one, undefined, inner, call, depth + 1);
    for (const [name, value] of inner) fields.set(name, join([...some(fields.get(name)), value]));
  }
}

function some(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}

function specOf(value: Value): readonly OptionSpec[] {
  if (value.kind !== 'record') return [];
  const names = itemsOf(value.entries.get('*names*') ?? list([])).items.map(literalText);
  if (names.length === 0 || names.some((name) => name === undefined)) return [];
  const written = names.map((name) => name ?? '');
  const of = (name: string) => value.entries.get(name);
  const action = literalText(of('action') ?? text('store'));
  const positional = !written.some((name) => name.startsWith('-'));
  const long = written.find((name) => name.startsWith('--')) ?? written[0] ?? '';
  const count = of('nargs');
  const many = count !== undefined && !(count.kind === 'text' && literalText(count) === '?');
  const flag =
    action !== undefined && /^(?:store_true|store_false|store_const|count|help|version)$/.test(action)
      ? data('a flag')
      : undefined;
  return [
    {
      names: written,
      key: literalText(of('dest') ?? nothing) ?? long.replace(/^-+/, '').replaceAll('-', '_'),
      positional,
      takesValue: flag === undefined,
      many: many || action === 'append' || action === 'extend',
      preset: of('default') ?? nothing,
      made: typed(of('type')),
    },
  ];
}

/** What a type of the script's own makes of the word is known as little as the rest of what it computes. */
function typed(type: Value | undefined): (word: Value) => Value {
  const paths = type === undefined ? [] : each(type).map((one) => (one.kind === 'library' ? one.path : ''));
  if (paths.every((path) => path === 'str')) return (word) => word;
  if (paths.every((path) => /^pathlib\.(?:Pure)?(?:Posix)?Path$/.test(path))) return pathObject;
  return () => data('an argument');
}

/** `args.name`, `vars(args)["name"]`. */
export function namespaceMember(made: ObjectValue, name: string): Value {
  return made.state.get(name) ?? data('an argument');
}

export const namespaceHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  [
    'vars',
    (call) => {
      const of = needed(call, 0);
      if (of.kind === 'object' && of.type === 'namespace') return record(of.state);
      if (of.kind === 'instance') return record(of.fields);
      return memberOf(of, '__dict__', call);
    },
  ],
]);
