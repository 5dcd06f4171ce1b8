/** GNU's order of versions: runs of digits by their value, `~` before the end of a text, letters before other signs. */
export function byVersion(a: string, b: string): number {
  let [left, right] = [a, b];
  while (left !== '' || right !== '') {
    const [leftText = '', rightText = ''] = [/^[^0-9]*/.exec(left)?.[0], /^[^0-9]*/.exec(right)?.[0]];
    const order = byText(leftText, rightText);
    if (order !== 0) return order;
    [left, right] = [left.slice(leftText.length), right.slice(rightText.length)];
    const [leftNumber = '', rightNumber = ''] = [/^[0-9]*/.exec(left)?.[0], /^[0-9]*/.exec(right)?.[0]];
    const [x, y] = [BigInt(leftNumber || '0'), BigInt(rightNumber || '0')];
    if (x !== y) return x < y ? -1 : 1;
    [left, right] = [left.slice(leftNumber.length), right.slice(rightNumber.length)];
  }
  return 0;
}

function byText(a: string, b: string): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const order = rank(a[at]) - rank(b[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function rank(char: string | undefined): number {
  if (char === '~') return -1;
  if (char === undefined) return 0;
  return /[A-Za-z]/.test(char) ? char.charCodeAt(0) : char.charCodeAt(0) + 256;
}
