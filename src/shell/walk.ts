import type {
  ShellCommand,
  ShellNode,
  ShellPart,
  ShellRedirect,
  ShellStatement,
  ShellWord,
} from '../ir/shell-program.ts';

/** Every simple command, in the order the text has them, those inside `$( )`, heredocs, tests and arithmetic included. */
export function commandsOf(statements: readonly ShellStatement[]): readonly ShellCommand[] {
  const found: ShellCommand[] = [];
  walkStatements(statements, { command: (command) => found.push(command) });
  return found;
}

export interface Visitor {
  readonly command?: (command: ShellCommand) => void;
  readonly node?: (node: ShellNode) => void;
  readonly part?: (part: ShellPart) => void;
  readonly redirect?: (redirect: ShellRedirect) => void;
}

export function walkStatements(statements: readonly ShellStatement[], visitor: Visitor): void {
  for (const statement of statements) walkNode(statement.node, visitor);
}

export function walkNode(node: ShellNode, visitor: Visitor): void {
  visitor.node?.(node);
  switch (node.kind) {
    case 'command':
      visitor.command?.(node);
      for (const assignment of node.assignments) {
        walkWord(assignment.value, visitor);
        for (const element of assignment.elements ?? []) walkWord(element, visitor);
      }
      for (const word of node.words) walkWord(word, visitor);
      walkRedirects(node.redirects, visitor);
      return;
    case 'pipeline':
      for (const command of node.commands) walkNode(command, visitor);
      return;
    case 'and-or':
      for (const item of node.items) walkNode(item, visitor);
      return;
    case 'compound':
      for (const word of node.words) walkWord(word, visitor);
      for (const block of node.blocks) walkStatements(block, visitor);
      walkRedirects(node.redirects, visitor);
      return;
  }
}

function walkRedirects(redirects: readonly ShellRedirect[], visitor: Visitor): void {
  for (const redirect of redirects) {
    visitor.redirect?.(redirect);
    walkWord(redirect.target, visitor);
    walkWord(redirect.body, visitor);
  }
}

export function walkWord(word: ShellWord | undefined, visitor: Visitor): void {
  for (const part of word?.parts ?? []) walkPart(part, visitor);
}

function walkPart(part: ShellPart, visitor: Visitor): void {
  visitor.part?.(part);
  switch (part.kind) {
    case 'substitution':
      walkStatements(part.statements, visitor);
      return;
    case 'variable':
      walkWord(part.operand, visitor);
      return;
    case 'arithmetic':
      for (const inner of part.parts) walkPart(inner, visitor);
      return;
    case 'literal':
    case 'placeholder':
    case 'glob':
    case 'brace':
      return;
  }
}
