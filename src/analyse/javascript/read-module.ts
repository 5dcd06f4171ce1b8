import type { Expr, Statement } from '../code.ts';
import { type Names, patternNames } from './names.ts';
import { at, child, nodes, text } from './node.ts';
import type { JsNode } from './parse.ts';
import { propertyName, readExpr } from './read-expression.ts';

type ReadStatement = (node: JsNode, names: Names) => readonly Statement[];

export function isModuleStatement({ type }: JsNode): boolean {
  return /^(?:Import|Export)\w*Declaration$|^TSImportEqualsDeclaration$|^TSExportAssignment$/.test(type);
}

/** `import` and `export`; types are not code. */
export function readModuleStatement(node: JsNode, names: Names, readStatement: ReadStatement): readonly Statement[] {
  const kind = text(node, 'importKind') || text(node, 'exportKind');
  if (kind === 'type') return [];
  switch (node.type) {
    case 'ImportDeclaration':
      return [readImport(node, names)];
    case 'ExportNamedDeclaration':
      return readExport(node, names, readStatement);
    case 'ExportDefaultDeclaration':
      return readDefault(node, names, readStatement);
    case 'ExportAllDeclaration': {
      const exported = child(node, 'exported');
      const name = exported === undefined ? {} : { name: propertyName(exported) };
      return [{ kind: 'export-from', module: sourceOf(node), ...name, at: at(node) }];
    }
    default:
      return [{ kind: 'unread', why: `\`${node.type}\` is not known`, at: at(node) }];
  }
}

function sourceOf(node: JsNode): string {
  const source = child(node, 'source');
  return source === undefined ? '' : String(source.value);
}

function readImport(node: JsNode, names: Names): Statement {
  const specifiers = nodes(node, 'specifiers').filter((one) => text(one, 'importKind') !== 'type');
  const space = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier');
  const local = (one: JsNode) => names.resolve(text(child(one, 'local') ?? one, 'name'));
  return {
    kind: 'import',
    module: sourceOf(node),
    names: specifiers
      .filter((one) => one !== space)
      .map((one) => {
        const imported = child(one, 'imported');
        return { imported: imported === undefined ? 'default' : propertyName(imported), local: local(one) };
      }),
    all: false,
    at: at(node),
    ...(space === undefined ? {} : { whole: { local: local(space), top: false } }),
  };
}

function readExport(node: JsNode, names: Names, readStatement: ReadStatement): readonly Statement[] {
  const declaration = child(node, 'declaration');
  if (declaration !== undefined) {
    const declared =
      declaration.type === 'VariableDeclaration'
        ? nodes(declaration, 'declarations').flatMap((one) => patternNames(child(one, 'id')))
        : patternNames(child(declaration, 'id'));
    const exports = declared.map((name): Statement => ({ kind: 'export', local: names.resolve(name), name }));
    return [...readStatement(declaration, names), ...exports];
  }
  const module = child(node, 'source') === undefined ? undefined : sourceOf(node);
  return nodes(node, 'specifiers')
    .filter((one) => text(one, 'exportKind') !== 'type')
    .map((one): Statement => {
      const [local, exported] = [child(one, 'local'), child(one, 'exported')];
      const from = local === undefined ? '' : propertyName(local);
      const name = exported === undefined ? from : propertyName(exported);
      return module === undefined
        ? { kind: 'export', local: names.resolve(from), name }
        : { kind: 'export-from', module, name, local: from, at: at(node) };
    });
}

function readDefault(node: JsNode, names: Names, readStatement: ReadStatement): readonly Statement[] {
  const declaration = child(node, 'declaration');
  if (declaration === undefined) return [];
  const id = child(declaration, 'id');
  if (/^(?:Function|Class)Declaration$/.test(declaration.type) && id !== undefined) {
    const local = names.resolve(text(id, 'name'));
    return [...readStatement(declaration, names), { kind: 'export', local, name: 'default' }];
  }
  const asExpression =
    declaration.type === 'FunctionDeclaration'
      ? { ...declaration, type: 'FunctionExpression' }
      : declaration.type === 'ClassDeclaration'
        ? { ...declaration, type: 'ClassExpression' }
        : declaration;
  const value: Expr = readExpr(asExpression, names);
  const target = { kind: 'name', name: '*default*' } as const;
  return [
    { kind: 'expression', value: { kind: 'assign', target, value, ...at(node) } },
    { kind: 'export', local: '*default*', name: 'default' },
  ];
}
