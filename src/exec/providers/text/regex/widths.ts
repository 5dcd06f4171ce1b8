import { BadPattern } from './bad-pattern.ts';
import type { RegexNode } from './node.ts';

const mostWidths = 32;

/** How many characters it may take: what looks behind must know. */
export function widthsOf(node: RegexNode): readonly number[] {
  switch (node.kind) {
    case 'set':
      return [1];
    case 'group':
      return widthsOf(node.part);
    case 'either':
      return unique(node.parts.flatMap(widthsOf));
    case 'concat':
      return node.parts.reduce<readonly number[]>(
        (sums, part) => unique(sums.flatMap((sum) => widthsOf(part).map((width) => sum + width))),
        [0],
      );
    case 'repeat': {
      if (node.least !== node.most) throw new BadPattern('a look behind of no fixed length');
      const [width, other] = widthsOf(node.part);
      if (width === undefined || other !== undefined) throw new BadPattern('a look behind of no fixed length');
      return [width * node.least];
    }
    case 'empty':
    case 'start':
    case 'end':
    case 'edge':
    case 'look':
    case 'keep':
      return [0];
  }
}

function unique(widths: readonly number[]): readonly number[] {
  const found = [...new Set(widths)];
  if (found.length > mostWidths) throw new BadPattern('a look behind of so many lengths');
  return found;
}
