import type { RegexNode } from '../regex/node.ts';

/** How many brackets a pattern has. */
export function countGroups(node: RegexNode): number {
  switch (node.kind) {
    case 'group':
      return 1 + countGroups(node.part);
    case 'repeat':
      return countGroups(node.part);
    case 'concat':
    case 'either':
      return node.parts.reduce((sum, part) => sum + countGroups(part), 0);
    default:
      return 0;
  }
}

/**
 * Whether all tools agree on what brackets hold, given that they agree on the whole match: no bracket is repeated, and no two
 * alternatives can begin alike.
 */
export function groupsAreClear(node: RegexNode): boolean {
  switch (node.kind) {
    case 'group':
      return groupsAreClear(node.part);
    case 'repeat':
      return countGroups(node.part) === 0 && groupsAreClear(node.part);
    case 'concat':
      return node.parts.every(groupsAreClear);
    case 'either':
      return node.parts.every(groupsAreClear) && beginApart(node.parts);
    default:
      return true;
  }
}

function beginApart(parts: readonly RegexNode[]): boolean {
  const firsts = parts.map(firstLetter);
  return firsts.every((letter, at) => letter !== undefined && firsts.indexOf(letter) === at);
}

/** The one character that a pattern begins with. */
function firstLetter(node: RegexNode): number | undefined {
  switch (node.kind) {
    case 'set': {
      const [range] = node.ranges;
      return !node.negated && node.ranges.length === 1 && range?.[0] === range?.[1] ? range?.[0] : undefined;
    }
    case 'group':
      return firstLetter(node.part);
    case 'repeat':
      return node.least > 0 ? firstLetter(node.part) : undefined;
    case 'concat':
      return node.parts[0] === undefined ? undefined : firstLetter(node.parts[0]);
    default:
      return undefined;
  }
}
