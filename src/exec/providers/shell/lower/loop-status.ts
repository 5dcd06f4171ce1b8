import { type CommandNode, eachNode, nameOf, type StatementNode, simple, statement } from './nodes.ts';

/**
 * A loop that was left has the status 0; in the interpreter it has that of the last statement which came to its end in that round. So
 * one that does nothing stands before each statement that may leave.
 */
export function loopStatus(node: { readonly type: string; [key: string]: unknown }): void {
  if (!/^(?:For|CStyleFor|While|Until)$/.test(node.type) || !Array.isArray(node.body)) return;
  const body = node.body as StatementNode[];
  node.body = body.flatMap((one) => (mayLeave(one) ? [statement(simple('true')), one] : [one]));
}

function mayLeave(body: StatementNode): boolean {
  let [leaves, looksBack] = [false, false];
  eachNode(body, (node) => {
    if (node.type === 'ParameterExpansion' && node.parameter === '?') looksBack = true;
    if (/^(?:break|continue)$/.test(nameOf(node as unknown as CommandNode) ?? '')) leaves = true;
  });
  return leaves && !looksBack;
}
