import type { At } from '../code.ts';
import { limits } from '../limits.ts';
import { below, child, nodes, text } from './node.ts';
import type { JsNode } from './parse.ts';

interface Block {
  readonly names: Map<string, string>;
  readonly function: FunctionNames;
  readonly around: Block | undefined;
}

interface FunctionNames {
  readonly own: Set<string>;
}

/** What names mean while a source is read: a `const` of an inner block is another variable than that of an outer one. */
export class Names {
  /** Set where the text is nested deeper than we follow; the whole is then not read. */
  tooDeep: At | undefined;
  private depth = 0;
  private renamed = 0;
  private block: Block = { names: new Map(), function: { own: new Set() }, around: undefined };

  deeper<T>(node: JsNode, otherwise: T, read: () => T): T {
    if (this.depth >= limits.depth) {
      this.tooDeep ??= { start: node.start, end: node.end };
      return otherwise;
    }
    this.depth++;
    const made = read();
    this.depth--;
    return made;
  }

  resolve(name: string): string {
    for (let block: Block | undefined = this.block; block !== undefined; block = block.around) {
      const own = block.names.get(name);
      if (own !== undefined) return own;
    }
    return name;
  }

  inBlock<T>(declared: Iterable<string>, read: () => T): T {
    const around = this.block;
    this.block = { names: new Map(), function: around.function, around };
    for (const name of declared) this.introduce(name);
    const made = read();
    this.block = around;
    return made;
  }

  inFunction<T>(declared: Iterable<string>, read: () => T): { readonly made: T; readonly locals: ReadonlySet<string> } {
    const around = this.block;
    const own = new Set<string>();
    this.block = { names: new Map(), function: { own }, around };
    for (const name of declared) this.introduce(name);
    const made = read();
    this.block = around;
    return { made, locals: own };
  }

  private introduce(name: string): void {
    const { own } = this.block.function;
    const unique = own.has(name) ? `${name}#${++this.renamed}` : name;
    own.add(unique);
    this.block.names.set(name, unique);
  }
}

/** `let`, `const`, classes and functions of these statements themselves. */
export function blockNames(statements: readonly JsNode[]): readonly string[] {
  return statements.flatMap((statement) => {
    const inner = /^Export/.test(statement.type) ? child(statement, 'declaration') : statement;
    if (inner === undefined) return [];
    if (inner.type === 'VariableDeclaration' && inner.kind !== 'var')
      return nodes(inner, 'declarations').flatMap((one) => patternNames(child(one, 'id')));
    if (/^(?:Function|Class|TSEnum|TSModule)Declaration$/.test(inner.type)) return patternNames(child(inner, 'id'));
    if (inner.type === 'ImportDeclaration')
      return nodes(inner, 'specifiers').flatMap((one) => patternNames(child(one, 'local')));
    return [];
  });
}

/** `var` anywhere in a function belongs to the function. */
export function varNames(node: JsNode): readonly string[] {
  if (
    /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassDeclaration|ClassExpression)$/.test(
      node.type,
    )
  )
    return [];
  const own =
    node.type === 'VariableDeclaration' && node.kind === 'var'
      ? nodes(node, 'declarations').flatMap((one) => patternNames(child(one, 'id')))
      : [];
  return [...own, ...below(node).flatMap(varNames)];
}

export function patternNames(pattern: JsNode | undefined): readonly string[] {
  if (pattern === undefined) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [text(pattern, 'name')];
    case 'MemberExpression':
      return [];
    case 'Property':
      return patternNames(child(pattern, 'value'));
    case 'AssignmentPattern':
      return patternNames(child(pattern, 'left'));
    case 'TSParameterProperty':
      return patternNames(child(pattern, 'parameter'));
    default:
      return below(pattern).flatMap(patternNames);
  }
}
