/** Programs at random: every one can be read by awk, whether or not it makes sense. */
export function randomProgram(random: () => number): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const times = (most: number): number => 1 + Math.floor(random() * most);
  const expr = (depth: number): string => (depth <= 0 ? leaf() : pick(deep)(depth - 1));
  const leaf = (): string =>
    pick([
      () => pick(['0', '1', '2', '10', '3.5', '0.25', '100', '1e2', '7']),
      () => pick(['"a"', '"b c"', '"10"', '"3x"', '""', '"apple"', '" 4 "', '"-2"', '"1e2"', '"a.b"']),
      () => pick(['x', 'y', 'n', 'NR', 'NF', '$0', '$1', '$2', '$3', '$NF', 'a["k"]', 'a[x]', 'a[1]']),
    ])();
  const regex = (): string =>
    pick([
      '/a/',
      '/^a/',
      '/[0-9]+/',
      '/an?/',
      '/(a|ap)p*/',
      '/e$/',
      '/[^a-z ]/',
      '/a.*e/',
      '/x*/',
      '/b|ba|ban/',
      '/[[:digit:]]/',
    ]);
  const deep: readonly ((depth: number) => string)[] = [
    leaf,
    (d) => `(${expr(d)} ${pick(['+', '-', '*', '%', '^'])} ${pick(['1', '2', '3', expr(0)])})`,
    (d) => `(${expr(d)} ${pick(['<', '<=', '==', '!=', '>', '>='])} ${expr(d)})`,
    (d) => `(${expr(d)} ${pick(['&&', '||'])} ${expr(d)})`,
    (d) => `(${expr(d)} ${expr(d)})`,
    (d) => `(${expr(d)} ${pick(['~', '!~'])} ${regex()})`,
    (d) => `(${expr(d)} ? ${expr(d)} : ${expr(d)})`,
    (d) => `${pick(['!', '-', '+'])}(${expr(d)})`,
    (d) => `length(${expr(d)})`,
    (d) => `substr(${expr(d)}, ${pick(['1', '2', '3'])}${random() < 0.5 ? '' : `, ${pick(['0', '1', '2', '9'])}`})`,
    (d) => `index(${expr(d)}, ${expr(d)})`,
    (d) => `${pick(['toupper', 'tolower'])}(${expr(d)})`,
    (d) => `int(${expr(d)})`,
    (d) =>
      `sprintf(${pick(['"%s"', '"%d"', '"%5s|"', '"%-4d|"', '"%.2f"', '"%g"', '"%05.1f"', '"%x"', '"%e"', '"%c"'])}, ${expr(d)})`,
    (d) => `match(${expr(d)}, ${regex()}) " " RSTART " " RLENGTH`,
    (d) => `split(${expr(d)}, p, ${pick(['" "', '","', '"a"', '/[ae]/', '/n+/'])}) p[1]`,
    () => `(${pick(['x', 'y', 'a[1]', '$2'])}${pick(['++', '--'])})`,
    (d) => `(${expr(d)} in a)`,
  ];
  const statement = (depth: number): string =>
    pick<() => string>([
      () => `print ${Array.from({ length: times(3) }, () => expr(2)).join(', ')}`,
      () => `printf "%s;%d\\n", ${expr(2)}, ${expr(1)}`,
      () => `${pick(['x', 'y', 'n', 'a["k"]', 'a[NR]', '$2', '$4', '$0'])} ${pick(['=', '+=', '-=', '*='])} ${expr(2)}`,
      () => `${pick(['sub', 'gsub'])}(${regex()}, ${pick(['"-"', '"<&>"', '""', 'x'])}${pick(['', ', x', ', $1'])})`,
      () => `if (${expr(2)}) { ${depth > 0 ? statement(depth - 1) : 'print "i"'} } else print "e", ${expr(1)}`,
      // A name for each depth: an inner loop must not put the outer one back.
      () =>
        `for (i${depth} = 0; i${depth} < ${pick(['1', '2', '3'])}; i${depth}++) ${depth > 0 ? statement(depth - 1) : 'n += 1'}`,
      () => `{ ${statement(0)}; ${statement(0)} }`,
      () => 'next',
      // gawk ends with an error of its own where the key is an element of the same array.
      () => `delete a[${pick(['1', 'x', '"k"', 'NR', '$1'])}]`,
    ])();
  const rule = (): string => {
    const body = `{ ${Array.from({ length: times(3) }, () => statement(1))
      .filter((line, at, all) => line !== 'next' || at === all.length - 1)
      .join('; ')} }`;
    const when = pick(['', '', 'BEGIN', 'END', expr(2), regex(), `NR == ${times(3)}, ${regex()}`]);
    return `${when} ${when === 'BEGIN' || when === 'END' ? body.replace(/\bnext\b/g, 'print') : body}`;
  };
  return Array.from({ length: times(3) }, rule).join('\n');
}

/** The same numbers for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
