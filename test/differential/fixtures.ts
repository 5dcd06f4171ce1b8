/** What every file has in it, so that both sides read the same. */
export function fixtureContent(path: string): string {
  return path.endsWith('.json')
    ? `{"file":${JSON.stringify(path)},\n "n": 1}\n`
    : `content of ${path}\nsecond line é\n`;
}

export const stdinContent = '{"from":"standard input",\n"n":2}\n';
