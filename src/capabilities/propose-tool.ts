import { stringify } from 'yaml';

/** What a program was seen to do with the words it was given. Paths are as the words write them. */
export interface SeenTool {
  readonly program: string;
  /** Behind the program. */
  readonly words: readonly string[];
  readonly read: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
  /** Origins it asked for. */
  readonly hosts: readonly string[];
  readonly children: readonly string[];
}

interface Reading {
  readonly flags: Set<string>;
  readonly values: Set<string>;
  readonly read: Set<string>;
  readonly write: Set<string>;
  readonly update: Set<string>;
  readonly operands: string[];
  /** What one run cannot tell. */
  readonly doubts: string[];
}

/**
 * A table for the program, as far as one run shows it: options that were given, what their values and the operands are for. Any
 * other option stays unknown. A person reads it before it counts.
 */
export function proposeTool(seen: SeenTool): string {
  const reading = readWords(seen);
  const [first, ...rest] = reading.operands;
  // A first word that names no file is a sub-command, as far as it looks like one.
  const isVerb = first !== undefined && /^[a-z][a-z0-9-]*$/.test(first) && roleOf(first, seen) === undefined;
  const when = isVerb ? first : '*';
  const operands = isVerb ? rest : reading.operands;
  const references = (wanted: (role: Role) => boolean) =>
    operands.flatMap((word, index) => {
      const role = roleOf(word, seen);
      return role !== undefined && wanted(role) && index < 9 ? [`$${index + 1}`] : [];
    });
  const listed = (set: ReadonlySet<string>) => (set.size === 0 ? undefined : [...set].sort());
  const options = withoutEmpty({
    flags: listed(reading.flags),
    values: listed(reading.values),
    read: listed(reading.read),
    write: listed(reading.write),
    update: listed(reading.update),
  });
  const rule = withoutEmpty({
    when,
    network: seen.hosts.length === 0 ? undefined : ['$hosts'],
    read: nonEmpty(references((role) => role !== 'write')),
    write: nonEmpty(references((role) => role !== 'read')),
  });
  const table = withoutEmpty({
    program: seen.program,
    summary: `as one run of it showed: ${seen.program} ${when === '*' ? '' : when}`.trim(),
    hosts: nonEmpty(seen.hosts),
    other_options: 'unknown',
    options: Object.keys(options).length === 0 ? undefined : options,
    rules: [rule],
    examples: {
      match: [{ run: [seen.program, ...seen.words].map(quoted).join(' '), rule: when, effects: effectsOf(seen) }],
    },
  });
  return `${notes(seen, reading.doubts)}${stringify(table, { lineWidth: 120 })}`;
}

type Role = 'read' | 'write' | 'update';

function roleOf(word: string, { read, written }: SeenTool): Role | undefined {
  if (written.has(word)) return read.has(word) ? 'update' : 'write';
  return read.has(word) ? 'read' : undefined;
}

function readWords(seen: SeenTool): Reading {
  const reading: Reading = {
    flags: new Set(),
    values: new Set(),
    read: new Set(),
    write: new Set(),
    update: new Set(),
    operands: [],
    doubts: [],
  };
  const { words } = seen;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      reading.operands.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      reading.operands.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    if (equals > 0) {
      setFor(reading, roleOf(word.slice(equals + 1), seen)).add(word.slice(0, equals));
      continue;
    }
    const next = words[at + 1];
    if (next === undefined || next.startsWith('-')) {
      reading.flags.add(word);
      continue;
    }
    const role = roleOf(next, seen);
    reading.doubts.push(`whether \`${word}\` takes \`${next}\` as its value`);
    setFor(reading, role).add(word);
    at++;
  }
  return reading;
}

function setFor(reading: Reading, role: Role | undefined): Set<string> {
  return role === undefined ? reading.values : reading[role];
}

/** In the order in which the reader of tables tells them. */
function effectsOf({ hosts, words, ...seen }: SeenTool): readonly string[] {
  const files = words.flatMap((word) => {
    const path = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word;
    const role = roleOf(path, { ...seen, hosts, words });
    return role === undefined ? [] : role === 'update' ? [`read ${path}`, `write ${path}`] : [`${role} ${path}`];
  });
  return [...hosts.map((host) => `network ${host}`), ...files];
}

function notes({ hosts, children }: SeenTool, doubts: readonly string[]): string {
  const lines = [
    'Proposed from one run in the sandbox. Read it before it counts: what the run did not show stays unknown.',
    ...doubts.map((doubt) => `Not certain: ${doubt}.`),
    ...hosts.map((host) => `It asked for ${host} and did not get there.`),
    ...children.map((child) => `It started ${child}.`),
  ];
  // One line each, whatever the names hold.
  return `${lines.map((line) => `# ${line.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')}`).join('\n')}\n`;
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function withoutEmpty(members: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
