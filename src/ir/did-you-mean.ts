/** Longer words are not typed by hand; comparing them would cost time that the input chooses. */
const longestWord = 64;

/** The candidate nearest to a misspelt word, if one is near enough to be meant; the first on a tie. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length === 0 || word.length > longestWord) return undefined;
  let best: string | undefined;
  let bestDistance = Math.floor(Math.max(word.length, 3) * 0.4) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance && distance < Math.max(word.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ``did you mean `--request`?`` or nothing: the form that `help` takes. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(word, candidates);
  return found === undefined ? undefined : `did you mean \`${found}\`?`;
}

/** Damerau–Levenshtein, optimal string alignment: insert, delete, replace, and swap of neighbours cost one each. */
export function editDistance(a: string, b: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const cost = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (same ? 0 : 1),
        isSwap(a, b, row, column) ? at(twoAbove, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      current.push(cost);
    }
    twoAbove = above;
    above = current;
  }
  return at(above, b.length);
}

function isSwap(a: string, b: string, row: number, column: number): boolean {
  return row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
