/** Regular expressions that the interpreter translates wrongly, or that versions read in different ways. */
export function patternFlaw(pattern: string, extended: boolean): string | undefined {
  if (/\\[1-9]/.test(pattern)) return 'a back reference';
  if (/\[[^[\]]*\[[.=]/.test(pattern)) return 'a collating class';
  if (/\\[<>`']/.test(pattern)) return 'an anchor of GNU';
  if (/[^\x20-\x7e\t]/.test(pattern)) return 'a pattern with other than plain ASCII';
  if (/\[\^?\]|\[[^[\]\\]*\\/.test(pattern)) return 'a bracket with `]` or `\\` in it';
  if (/[*+?}]\\?[*+?{]/.test(pattern)) return 'a repeat of a repeat';
  return pattern === '' ? undefined : shapeFlaw(extended ? pattern : turned(pattern));
}

const bracket = String.raw`\[\^?\]?(?:\[:[a-z]+:\]|[^\]])*\]`;
const basicToken = new RegExp(String.raw`\\([(){}|+?])|\\.|${bracket}|([(){}|+?])`, 'g');

/** In a basic pattern `\(` groups and `(` is text; the other way round in an extended one. */
export function turned(pattern: string): string {
  return pattern.replace(basicToken, (all, escaped?: string, plain?: string) =>
    plain === undefined ? (escaped ?? all) : `\\${plain}`,
  );
}

/** Of an extended pattern: brackets that do not pair, empty alternatives, braces that are no repeat. */
function shapeFlaw(pattern: string): string | undefined {
  const bare = skeleton(pattern);
  if (/[[\]\\]/.test(bare)) return 'a bracket that does not pair';
  if (/(?:^|[(|])(?:\||\)|$)|\|$/.test(bare)) return 'an empty alternative';
  if (/[{}]/.test(bare.replace(/\{[0-9]{1,3}(?:,[0-9]{0,3})?\}/g, ''))) return 'a brace that is no repeat';
  if (/(?:^|[(|^])[*+?{]/.test(bare)) return 'a repeat of nothing';
  if (/\)\^|\$\(/.test(bare) || bare.split(/[()|]/).some((part) => /.\^|\$./.test(part))) return 'an anchor inside';
  let open = 0;
  for (const char of bare) {
    if (char === '(') open++;
    if (char === ')' && --open < 0) return 'a bracket that does not pair';
  }
  return open === 0 ? undefined : 'a bracket that does not pair';
}

/** An extended pattern with a letter for every escape and bracket. */
function skeleton(pattern: string): string {
  return pattern.replace(/\\./g, 'x').replace(new RegExp(bracket, 'g'), 'x');
}

/** Tools disagree on where empty matches are, so `-o` and `g` are for patterns that have none. */
export function canBeEmpty(pattern: string, extended: boolean): boolean {
  const form = extended ? pattern : turned(pattern);
  if (/\\[bB]/.test(form)) return true;
  try {
    return new RegExp(skeleton(form)).test('');
  } catch {
    return true;
  }
}
