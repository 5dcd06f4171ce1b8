import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import type { PolicyProblem, PolicySource } from './policy.ts';

/** Reads one YAML file and notes what is wrong, each with its place. */
export class Reader {
  readonly problems: PolicyProblem[] = [];
  readonly ignored: PolicyProblem[] = [];
  readonly source: PolicySource;
  readonly root: Node | null;
  readonly #lines = new LineCounter();

  constructor(source: PolicySource) {
    this.source = source;
    const document = parseDocument(source.text, {
      lineCounter: this.#lines,
      uniqueKeys: true,
      version: '1.2',
      prettyErrors: false,
    });
    for (const { message, pos } of [...document.errors, ...document.warnings]) {
      this.#note(this.problems, pos[0], message.split('\n')[0] ?? message);
    }
    visit(document, {
      Alias: (_, node) => this.problem(node, 'aliases are not read'),
      Node: (_, node) => {
        if ('anchor' in node && node.anchor !== undefined) this.problem(node, 'anchors are not read');
      },
    });
    this.root = document.contents;
  }

  problem(node: Node | null | undefined, message: string): undefined {
    this.#note(this.problems, node?.range?.[0] ?? 0, message);
  }

  /** `offset` characters into the text of a scalar; exact where it is written plainly on one line. */
  problemInside(node: Node, offset: number, message: string): undefined {
    const plain = isScalar(node) && node.type === Scalar.PLAIN;
    const quoted = isScalar(node) && (node.type === Scalar.QUOTE_SINGLE || node.type === Scalar.QUOTE_DOUBLE);
    this.#note(this.problems, (node.range?.[0] ?? 0) + (plain ? offset : quoted ? offset + 1 : 0), message);
  }

  ignore(node: Node | null | undefined, message: string): undefined {
    this.#note(this.ignored, node?.range?.[0] ?? 0, message);
  }

  /** The members of a mapping; every key must be one of `known`. */
  members(node: Node | null | undefined, what: string, known: readonly string[]): ReadonlyMap<string, Node> {
    const members = new Map<string, Node>();
    if (!isMap(node)) {
      this.problem(node, `${what} must be a mapping`);
      return members;
    }
    for (const [key, keyNode, value] of this.#pairs(node)) {
      if (!known.includes(key)) this.problem(keyNode, `${what} has no \`${key}\`; known are ${known.join(', ')}`);
      else members.set(key, value);
    }
    return members;
  }

  /** Any keys. */
  entries(node: Node | null | undefined, what: string): readonly (readonly [string, Node, Node])[] {
    if (isMap(node)) return this.#pairs(node);
    this.problem(node, `${what} must be a mapping`);
    return [];
  }

  items(node: Node | null | undefined, what: string): readonly Node[] {
    if (isSeq(node)) return node.items.filter(isNode);
    this.problem(node, `${what} must be a list`);
    return [];
  }

  text(node: Node | null | undefined, what: string): string | undefined {
    if (isScalar(node) && typeof node.value === 'string' && node.value !== '') return node.value;
    return this.problem(node, `${what} must be a text`);
  }

  choice<Choice extends string>(
    node: Node | null | undefined,
    what: string,
    choices: readonly Choice[],
  ): Choice | undefined {
    const found = isScalar(node) ? choices.find((choice) => choice === node.value) : undefined;
    return found ?? this.problem(node, `${what} must be ${choices.join(', ')}`);
  }

  #pairs(map: YAMLMap): readonly (readonly [string, Node, Node])[] {
    return map.items.flatMap(({ key, value }) => {
      if (isScalar(key) && typeof key.value === 'string' && isNode(value)) return [[key.value, key, value] as const];
      this.problem(isNode(key) ? key : map, 'a key without a text or a value');
      return [];
    });
  }

  #note(list: PolicyProblem[], offset: number, message: string): undefined {
    const { line, col } = this.#lines.linePos(offset);
    list.push({ source: this.source.name, line: Math.max(line, 1), column: Math.max(col, 1), message });
  }
}

function isNode(value: unknown): value is Node {
  return (isScalar(value) || isMap(value) || isSeq(value)) && !isAlias(value);
}
