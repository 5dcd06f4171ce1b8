import { concatTexts, literalOf, literalText, showText, type Text } from '../../ir/text.ts';
import type { DraftEffect } from '../primitive.ts';
import { dropChars, literalPrefix, splitAtFirst } from '../text-slice.ts';
import { type Address, addressOf, remoteOrPath } from './address.ts';
import type { ReadOption } from './option-words.ts';
import type { Reach, Tool, ToolOption } from './tool.ts';

/** A use that the table forbids or cannot judge. */
export type Judged = { readonly kind: 'refused' | 'unclear'; readonly reason: string };

export interface PartEffects {
  readonly effects: readonly DraftEffect[];
  readonly problem?: Judged;
}

const nothing: PartEffects = { effects: [] };

export function optionEffects(tool: Tool, option: ReadOption<ToolOption>): PartEffects {
  const { row, value } = option;
  if (value === undefined || isOfService(tool, value)) return nothing;
  switch (row.role) {
    case 'read':
    case 'write':
      return fileEffects(row.role, addressOf(value));
    case 'host':
      return hostEffects(addressOf(value, row.scheme ?? 'https'));
    case 'update': {
      const parts = [fileEffects('read', addressOf(value)), fileEffects('write', addressOf(value))];
      return parts.find(({ problem }) => problem !== undefined) ?? { effects: parts.flatMap(({ effects }) => effects) };
    }
    case 'mount':
      return mountEffects(value);
    case 'flag':
    case 'value':
    case 'port':
    case 'secret':
    case 'refuse':
    case 'unknown':
      return nothing;
  }
}

export function ruleEffects(tool: Tool, rule: Reach, operands: readonly Text[]): PartEffects {
  // Where an operand may be a remote, it is one wherever the rule names it.
  const remotes = rule.network.some((reference) => /^\$(?!hosts)/.test(reference));
  const read = remotes ? remoteOrPath : addressOf;
  const local = operands.map((text) => (isOfService(tool, text) ? undefined : text));
  const parts = [
    ...rule.network.map((reference) => networkEffects(tool, reference, operands)),
    ...rule.read.flatMap((reference) => pathEffects('read', reference, local, read)),
    ...rule.write.flatMap((reference) => pathEffects('write', reference, local, read)),
    rule.secrets ? credentialEffects(tool) : nothing,
  ];
  const problem = parts.find((part) => part.problem !== undefined)?.problem;
  return { effects: parts.flatMap((part) => part.effects), ...(problem === undefined ? {} : { problem }) };
}

function isOfService(tool: Tool, text: Text): boolean {
  const start = literalPrefix(text).toLowerCase();
  return tool.servicePrefixes.some((prefix) => start.startsWith(prefix));
}

function credentialEffects(tool: Tool): PartEffects {
  const secrets = tool.secrets.map(
    ({ env, origin, slot }): DraftEffect => ({ kind: 'secret', name: env, origin, slot }),
  );
  const files = tool.credentialFiles.map((path): DraftEffect => ({ kind: 'read', path: literalText(path) }));
  return { effects: [...secrets, ...files] };
}

/** `$hosts`, an origin, `ssh://$1`, or `$1`: a remote or a path, as git reads it; `$1?` may also be a name for either. */
function networkEffects(tool: Tool, reference: string, operands: readonly Text[]): PartEffects {
  if (reference === '$hosts') return { effects: tool.hosts.map((host) => network(literalText(host))) };
  const dollar = reference.search(/\$(?!\{)/);
  if (dollar < 0) return { effects: [network(literalText(reference))] };
  const scheme = dollar === 0 ? undefined : reference.slice(0, dollar - 3);
  if (reference.endsWith('$1:$2')) return hostEffects(addressOf(hostAndPort(operands), scheme));
  const maybe = reference.endsWith('?');
  const parts = pick(reference.slice(dollar, maybe ? -1 : undefined), operands).map((text) => {
    if (scheme !== undefined) return hostEffects(addressOf(text, scheme));
    const address = remoteOrPath(text);
    return maybe && address.kind === 'file' ? nothing : fileEffects('read', address);
  });
  const problem = parts.find((part) => part.problem !== undefined)?.problem;
  return { effects: parts.flatMap((part) => part.effects), ...(problem === undefined ? {} : { problem }) };
}

/** The port that an option names, at every host that has none. What the table fixes for the program stays. */
export function withPort(part: PartEffects, port: Text | undefined): PartEffects {
  if (port === undefined) return part;
  const written = literalOf(port);
  if (written !== undefined && !/^[0-9]{1,5}$/.test(written)) return { effects: [], problem: badPort(written) };
  const effects = part.effects.map((effect): DraftEffect => {
    const fixed = effect.kind !== 'network' || /\$\{setting:|:[0-9]+$/.test(showText(effect.origin));
    return fixed ? effect : { ...effect, origin: concatTexts(effect.origin, literalText(':'), port) };
  });
  return { ...part, effects };
}

function badPort(written: string): Judged {
  return { kind: 'unclear', reason: `\`${written}\` is no port` };
}

/** `host port`, as nc writes it. */
function hostAndPort([host = [], port]: readonly Text[]): Text {
  return port === undefined ? host : concatTexts(host, literalText(':'), port);
}

function pathEffects(
  kind: 'read' | 'write',
  reference: string,
  operands: readonly (Text | undefined)[],
  read: (text: Text) => Address,
): readonly PartEffects[] {
  if (!reference.startsWith('$')) return [{ effects: [{ kind, path: literalText(reference) }] }];
  return pick(reference, operands).map((text) => (text === undefined ? nothing : fileEffects(kind, read(text))));
}

/** Addresses among the words of an installer: `pip install git+https://…`. */
export function installedFrom(words: readonly Text[]): readonly DraftEffect[] {
  return words.flatMap((word) => {
    const start = literalPrefix(word);
    const at = start.search(/[a-z][a-z0-9.-]{0,20}:\/\//i);
    const address = at < 0 ? undefined : addressOf(dropChars(word, at));
    return address?.kind === 'origin' ? [network(address.origin)] : [];
  });
}

/** `$1`, `$2..`, `$last`, `$*`, `$..last` (all but the last). */
export function pick<T>(reference: string, operands: readonly T[]): readonly T[] {
  if (reference === '$*') return operands;
  if (reference === '$last') return operands.slice(-1);
  if (reference === '$..last') return operands.slice(0, -1);
  const from = Number.parseInt(reference.slice(1), 10) - 1;
  return reference.endsWith('..') ? operands.slice(from) : operands.slice(from, from + 1);
}

/** A file, or the place on the network that the same option may also name. */
function fileEffects(kind: 'read' | 'write', address: Address): PartEffects {
  switch (address.kind) {
    case 'standard':
      return nothing;
    case 'file':
      return { effects: [{ kind, path: address.path }] };
    case 'origin':
      return { effects: [network(address.origin)] };
    case 'form':
      return form(address.written);
  }
}

function hostEffects(address: Address): PartEffects {
  return address.kind === 'file' ? form(literalPrefix(address.path)) : fileEffects('read', address);
}

function form(written: string): PartEffects {
  // `word::` is git's way to name a helper program.
  const kind = written.includes('::') ? 'refused' : 'unclear';
  return { effects: [], problem: { kind, reason: `\`${written}\` names neither a plain file nor a host` } };
}

function network(origin: Text): DraftEffect {
  return { kind: 'network', method: '*', origin, path: '/**' };
}

/** `/host:/inside:ro`, `type=bind,source=/host,target=/inside`; a bare name is the engine's own volume. */
function mountEffects(value: Text): PartEffects {
  const source = mountSource(value);
  const prefix = literalPrefix(source);
  const named = prefix !== '' && !/[/.~]/.test(prefix);
  if (source.length === 0 || named) return nothing;
  return { effects: (['read', 'write'] as const).map((kind) => ({ kind, path: source })) };
}

function mountSource(value: Text): Text {
  for (const key of ['source=', 'src=']) {
    const after = splitAtFirst(value, key)?.after;
    if (after !== undefined) return splitAtFirst(after, ',')?.before ?? after;
  }
  return splitAtFirst(value, ':')?.before ?? value;
}
