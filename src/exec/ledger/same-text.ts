/** Equality whose time tells nothing of where two digests or tokens differ; their length is no secret. */
export function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let differing = 0;
  for (let at = 0; at < a.length; at++) differing |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return differing === 0;
}
