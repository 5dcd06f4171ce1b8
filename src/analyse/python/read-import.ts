import type { SyntaxNode } from '@lezer/common';
import type { ImportStatement, Statement } from '../code.ts';
import { childrenOf, type Reader, splitAt } from './reader.ts';

/** `import a.b as c, d` and `from ..a import b as c`. */
export function readImport(node: SyntaxNode, reader: Reader): readonly Statement[] {
  const at = reader.at(node);
  const children = childrenOf(node).filter(({ name }) => name !== '(' && name !== ')');
  const middle = children.findIndex(({ name }) => name === 'import');
  if (children[0]?.name === 'from') {
    const module = dotted(children.slice(1, middle), reader);
    const rest = children.slice(middle + 1);
    const names = splitAt(rest, [',']).flatMap((group) => {
      const [imported, local = imported] = group
        .filter(({ name }) => name === 'VariableName')
        .map((one) => reader.name(one));
      return imported === undefined || local === undefined ? [] : [{ imported, local }];
    });
    for (const { local } of names) reader.assign(local);
    return [{ kind: 'import', module, names, all: rest.some(({ name }) => name === '*'), at }];
  }
  return splitAt(children.slice(1), [',']).flatMap((group): readonly ImportStatement[] => {
    const [path = [], as] = splitAt(group, ['as']);
    const module = dotted(path, reader);
    const named = as?.[0];
    const local = named === undefined ? (module.split('.')[0] ?? module) : reader.name(named);
    if (module === '') return [];
    reader.assign(local);
    return [{ kind: 'import', module, whole: { local, top: named === undefined }, names: [], all: false, at }];
  });
}

function dotted(nodes: readonly SyntaxNode[], reader: Reader): string {
  return nodes.map((node) => (node.name === 'VariableName' ? reader.name(node) : reader.written(node))).join('');
}
