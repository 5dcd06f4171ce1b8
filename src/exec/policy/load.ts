import { isScalar, type Node } from 'yaml';
import { readExamples } from './examples.ts';
import { compile } from './expression.ts';
import { exactOrigin } from './host.ts';
import type { PiiRule, Policy, PolicySource, Rule, UnreadablePolicy } from './policy.ts';
import { decisions } from './question.ts';
import { Reader } from './reader.ts';

const maxText = 262_144;
const maxRules = 500;

interface Part {
  readonly rules: readonly Rule[];
  readonly pii: readonly PiiRule[];
  readonly trusted: readonly string[];
  readonly private: readonly string[];
}

const nothing: Part = { rules: [], pii: [], trusted: [], private: [] };

/** All rules of all files, or everything that is wrong with them: a policy is never used in part. */
export function loadPolicy(sources: readonly PolicySource[]): Policy | UnreadablePolicy {
  const readers = sources.map((source) => new Reader(source));
  const parts = readers.map(readPart);
  const problems = readers.flatMap((reader) => reader.problems);
  if (problems.length > 0) return { kind: 'unreadable', problems };
  return {
    kind: 'policy',
    rules: parts.flatMap((part) => part.rules),
    pii: parts.flatMap((part) => part.pii),
    trustedHosts: new Set(parts.flatMap((part) => part.trusted)),
    privateOrigins: new Set(parts.flatMap((part) => part.private)),
    ignored: readers.flatMap((reader) => reader.ignored),
  };
}

function readPart(reader: Reader): Part {
  if (reader.source.flaw !== undefined) reader.problem(undefined, reader.source.flaw);
  if (reader.source.text.length > maxText) {
    reader.problem(undefined, `longer than ${maxText} characters`);
    return nothing;
  }
  if (reader.problems.length > 0 || reader.root === null) return nothing;
  const members = reader.members(reader.root, 'a policy', ['rules', 'trusted_hosts', 'private_origins', 'pii']);
  const rules = members.get('rules');
  return {
    rules: rules === undefined ? [] : readRules(reader, rules),
    pii: readPii(reader, members.get('pii')),
    trusted: readOrigins(reader, members.get('trusted_hosts'), 'trusted_hosts'),
    private: readOrigins(reader, members.get('private_origins'), 'private_origins'),
  };
}

function readRules(reader: Reader, list: Node): readonly Rule[] {
  const items = reader.items(list, 'rules');
  if (items.length > maxRules) reader.problem(list, `more than ${maxRules} rules`);
  const seen = new Set<string>();
  return items.slice(0, maxRules).flatMap((item) => {
    const rule = readRule(reader, item);
    if (rule !== undefined && seen.has(rule.id)) reader.problem(item, `a second rule \`${rule.id}\``);
    if (rule !== undefined) seen.add(rule.id);
    return rule === undefined || isIgnored(reader, item, rule) ? [] : [rule];
  });
}

function isIgnored(reader: Reader, item: Node, rule: Rule): boolean {
  if (reader.source.kind === 'home' || rule.decision !== 'allow') return false;
  reader.ignore(item, `\`${rule.id}\` allows, which only the policy of the user can`);
  return true;
}

function readRule(reader: Reader, item: Node): Rule | undefined {
  const members = reader.members(item, 'a rule', ['id', 'when', 'decision', 'reason', 'examples']);
  const at = (key: string) => members.get(key) ?? item;
  const id = reader.text(at('id'), '`id`');
  if (id !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/.test(id)) {
    reader.problem(at('id'), '`id` must be a short name');
  }
  const decision = reader.choice(at('decision'), '`decision`', decisions);
  const reason = reader.text(at('reason'), '`reason`');
  const when = readWhen(reader, at('when'));
  if (id === undefined || decision === undefined || reason === undefined || when === undefined) return undefined;
  const compiled = compile(when);
  if (compiled.kind === 'bad') return reader.problemInside(at('when'), compiled.at, `\`when\`: ${compiled.message}`);
  const rule = { id, source: reader.source.name, decision, reason, holds: compiled.holds };
  const examples = members.get('examples');
  if (examples !== undefined) readExamples(reader, examples, rule);
  return rule;
}

/** `when: true` is a truth value to YAML and an expression all the same. */
function readWhen(reader: Reader, node: Node): string | undefined {
  return isScalar(node) && typeof node.value === 'boolean' ? String(node.value) : reader.text(node, '`when`');
}

function readPii(reader: Reader, node: Node | undefined): readonly PiiRule[] {
  if (node === undefined) return [];
  return reader.entries(node, 'pii').flatMap(([capability, , value]) => {
    const decision = reader.choice(value, 'pii of a capability', ['ask', 'deny'] as const);
    return decision === undefined ? [] : [{ capability, source: reader.source.name, decision }];
  });
}

function readOrigins(reader: Reader, node: Node | undefined, what: string): readonly string[] {
  if (node === undefined) return [];
  const origins = reader.items(node, what).flatMap((item) => {
    const origin = exactOrigin(reader.text(item, 'an origin') ?? '');
    if (origin === undefined) reader.problem(item, `${what} takes exact origins such as https://api.example.com`);
    return origin === undefined ? [] : [origin];
  });
  if (reader.source.kind === 'home') return origins;
  reader.ignore(node, `${what} counts only in the policy of the user`);
  return [];
}
