import { parse } from 'just-bash';
import { literalOf } from './transform.ts';

/** Names that the interpreter would take and do nothing, or something else, with. */
const missing = new Map([
  ['coproc', 'a coprocess'],
  ['select', 'a menu'],
  ['ulimit', '`ulimit`'],
  ['suspend', '`suspend`'],
  ['fc', '`fc`'],
]);

type Node = { readonly type?: unknown; readonly [key: string]: unknown };

/** What of a program the interpreter is known not to do as bash does it. Nothing of such a program runs. */
export function flawOf(text: string): string | undefined {
  try {
    return flawIn(parse(text), false);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const [, token] = /unexpected token `([^']*)'/.exec(message) ?? [];
    const known = token === undefined ? undefined : missing.get(token);
    return (
      known ??
      (token === undefined
        ? 'text that the interpreter cannot read'
        : `text at \`${token}\` that the interpreter cannot read`)
    );
  }
}

function flawIn(node: unknown, inSubshell: boolean): string | undefined {
  if (Array.isArray(node)) {
    for (const one of node) {
      const flaw = flawIn(one, inSubshell);
      if (flaw !== undefined) return flaw;
    }
    return undefined;
  }
  if (typeof node !== 'object' || node === null) return undefined;
  const own = flawOfNode(node as Node, inSubshell);
  if (own !== undefined) return own;
  const { type } = node as Node;
  const inside = inSubshell || type === 'Subshell' || type === 'CommandSubstitution' || type === 'ProcessSubstitution';
  for (const value of Object.values(node)) {
    const flaw = flawIn(value, inside);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

function flawOfNode(node: Node, inSubshell: boolean): string | undefined {
  switch (node.type) {
    case 'SimpleCommand': {
      const name = node.name === null ? undefined : literalOf(node.name as Parameters<typeof literalOf>[0]);
      if (name === undefined) return undefined;
      if (name === 'trap' && inSubshell) return '`trap` in a subshell';
      return missing.get(name);
    }
    case 'ArithBinary':
      return /^(?:<<|>>)=?$/.test(String(node.operator)) ? `the shift \`${String(node.operator)}\`` : undefined;
    case 'ArithNumber':
      return Number.isSafeInteger(Number(node.value)) ? undefined : 'an integer beyond 2^53';
    case 'Statement':
      return node.deferredError === undefined ? undefined : 'text that the interpreter cannot read';
    default:
      return undefined;
  }
}
