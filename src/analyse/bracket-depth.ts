/** How deep brackets stand in each other, strings and comments counted too: a bound that costs one look at each character. */
export function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123) deepest = Math.max(deepest, ++depth);
    else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth--;
  }
  return deepest;
}
