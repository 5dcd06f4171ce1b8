import { declaresArray } from './declared-arrays.ts';
import { type CommandNode, literalOf, nameOf, type ScriptNode, type WordNode } from './nodes.ts';

type Node = { readonly type?: unknown; readonly [key: string]: unknown };

/** Names that the interpreter does not have, or does nothing with. */
const missing = new Map([
  ['coproc', 'a coprocess'],
  ['select', 'a menu'],
  ['ulimit', '`ulimit`'],
  ['suspend', '`suspend`'],
  ['fc', '`fc`'],
]);

/** What of a program the interpreter is known not to do as bash does it. Nothing of such a program runs. */
export function flawOf(script: ScriptNode): string | undefined {
  return flawIn(script, false);
}

/** For text that it cannot read at all: what stands where it stopped. */
export function unreadable(message: string): string {
  const [, token] = /unexpected token `([^']*)'/.exec(message) ?? [];
  const known = token === undefined ? undefined : missing.get(token);
  return known ?? (token === undefined ? 'text that the interpreter cannot read' : `what stands at \`${token}\``);
}

function flawIn(node: unknown, inSubshell: boolean): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const own = Array.isArray(node) ? undefined : flawOfNode(node as Node, inSubshell);
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
      const command = node as unknown as CommandNode;
      const name = nameOf(command) ?? '';
      if (name === 'trap' && inSubshell) return '`trap` in a subshell';
      if (declaresArray(command)) return `\`${name}\` with an array among other words`;
      return missing.get(name) ?? patternFlaw(node.args);
    }
    case 'For':
      return patternFlaw(node.words);
    case 'Assignment':
      return patternFlaw(node.array);
    case 'ArithBinary':
      return /^(?:<<|>>)=?$/.test(String(node.operator)) ? `the shift \`${String(node.operator)}\`` : undefined;
    case 'ArithCommandSubst':
      return 'a command in the arithmetic of a loop or a list';
    case 'ArithNumber':
      return Math.abs(Number(node.value)) > Number.MAX_SAFE_INTEGER ? 'an integer beyond 2^53' : undefined;
    case 'Statement':
      return node.deferredError === undefined ? undefined : 'text that the interpreter cannot read';
    default:
      return undefined;
  }
}

function patternFlaw(words: unknown): string | undefined {
  const found = Array.isArray(words) && words.some((word) => endsPattern(word as WordNode));
  return found ? 'a pattern that ends with a slash' : undefined;
}

/** `*\/` names folders with their slash; the interpreter leaves it out. */
function endsPattern(word: WordNode): boolean {
  const last = word.parts.at(-1);
  return (
    word.parts.some(({ type }) => type === 'Glob') &&
    last !== undefined &&
    (literalOf({ type: 'Word', parts: [last] }) ?? '').endsWith('/')
  );
}
