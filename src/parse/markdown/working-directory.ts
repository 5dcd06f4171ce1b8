import type { ShellCommand, ShellNode, ShellStatement, ShellWord } from '../../ir/shell-program.ts';
import { parseShell } from '../../shell/parse.ts';
import { commandsOf } from '../../shell/walk.ts';
import { literalWord } from './setup-lines.ts';

/** How many directories below the start a command runs; undefined where the text does not say, or it is elsewhere. */
type Place = readonly string[] | undefined;

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly place: Place;
}

const mentionsMove = /\b(?:cd|pushd|popd)\b/;

/**
 * Where each part of a shell text runs, as `cd` with plain relative paths tells it. `isRoot` says whether the path at
 * an offset starts at the skill's own directory.
 */
export function placesIn(text: string, isRoot: (offset: number) => boolean): (offset: number) => Place {
  if (!mentionsMove.test(text)) return () => [];
  const { program, diagnostics } = parseShell(text, 'block');
  if (diagnostics.length > 0) return () => undefined;
  const placed: Placed[] = [];
  let now: Place = [];

  const visitAll = (statements: readonly ShellStatement[]): void => {
    for (const { node } of statements) visit(node);
  };
  const inside = (statements: readonly ShellStatement[]): void => {
    const before = now;
    visitAll(statements);
    now = before;
  };
  const visitWords = (words: readonly (ShellWord | undefined)[]): void => {
    for (const word of words)
      for (const part of word?.parts ?? []) if (part.kind === 'substitution') inside(part.statements);
  };
  const visit = (node: ShellNode): void => {
    placed.push({ start: node.span.start, end: node.span.end, place: now });
    switch (node.kind) {
      case 'command':
        visitWords([...node.words, ...node.assignments.map(({ value }) => value)]);
        now = after(node, now, isRoot);
        return;
      case 'pipeline':
        for (const member of node.commands) {
          const before: Place = now;
          visit(member);
          now = before;
        }
        return;
      case 'and-or':
        for (const item of node.items) visit(item);
        return;
      case 'compound': {
        const before: Place = now;
        const moves = node.blocks.some((block) => commandsOf(block).some(isMove));
        // A body may run later, or again from where it left off.
        if (node.form === 'function' || (moves && /^(?:for|while|until|select|arithmetic-for)$/.test(node.form)))
          now = undefined;
        for (const block of node.blocks) visitAll(block);
        const stays = node.form === 'subshell' || node.form === 'function' || !moves;
        if (stays) now = before;
        else if (node.form !== 'group') now = undefined;
        return;
      }
    }
  };
  visitAll(program.statements);
  return (offset) => {
    const found = placed.findLast(({ start, end }) => start <= offset && offset < end);
    return found === undefined ? [] : found.place;
  };
}

function isMove({ words: [word] }: ShellCommand): boolean {
  return mentionsMove.test(word?.text ?? '') || /^(?:command|builtin|eval|source|\.)$/.test(word?.text ?? '');
}

function after(command: ShellCommand, place: Place, isRoot: (offset: number) => boolean): Place {
  if (!isMove(command)) return place;
  const [word, target, third] = command.words;
  const move = command.words.map(({ text }) => text).join(' ');
  if (word?.text !== 'cd') return mentionsMove.test(move) ? undefined : place;
  const path = target === undefined ? undefined : literalWord(target);
  if (target === undefined || path === undefined || third !== undefined || /^[/~-]/.test(path)) return undefined;
  const quote = /^["']/.test(target.text) ? 1 : 0;
  if (place === undefined) return undefined;
  const out = isRoot(target.span.start + quote) ? [] : [...place];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') out.push(segment);
    else if (out.pop() === undefined) return undefined;
  }
  return out;
}
