/**
 * Ids of calls in the order of their making: the millisecond, then chance. The log keeps a row for each call by its id, and rows of one
 * moment that lie together cost a page or two where rows in any order cost one page each.
 */
export function newCallId(wall: number, random: (bytes: number) => Uint8Array): string {
  const milliseconds = Number.isFinite(wall) ? Math.floor(Math.abs(wall)) % 2 ** 48 : 0;
  return `call_${milliseconds.toString(16).padStart(12, '0')}${Buffer.from(random(6)).toString('hex')}`;
}
