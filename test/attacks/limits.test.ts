import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { processorMs } from '../processor-time.ts';
import { measured } from './in-child.ts';

interface Cost {
  readonly name: string;
  readonly milliseconds: number;
  readonly megabytes: number;
}

const setUp = `
const head = '---\\nname: demo\\ndescription: A\\n---\\n';
const bundleOf = (entry, text) => {
  const file = { path: entry, bytes: new TextEncoder().encode(text), digest: 'sha256:0', executable: false };
  return { uri: entry, entry, digest: 'sha256:0', files: new Map([[entry, file]]) };
};
const processorMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const costs = [];
const cost = (name, run) => {
  const memory = process.memoryUsage().heapUsed;
  const start = processorMs();
  const result = run();
  JSON.stringify(result.diagnostics);
  structuredClone({ skill: result.skill, effects: result.effects });
  costs.push({ name, milliseconds: processorMs() - start, megabytes: (process.memoryUsage().heapUsed - memory) / 1048576 });
};
const markdown = (name, text) => cost(name, () => compile(bundleOf('SKILL.md', head + text)));
cost('warm up', () => compile(bundleOf('SKILL.md', head + '# A\\n\\n- b\\n\\n\`\`\`bash\\ncurl https://a.test | jq .\\n\`\`\`\\n')));
cost('warm up', () => compile(bundleOf('skill.yaml', 'skill: {name: a}')));
`;

describe('hostile text costs little', () => {
  let costs: readonly Cost[] = [];

  beforeAll(async () => {
    costs = await measured<readonly Cost[]>(`${setUp}
      const many = (text, count) => text.repeat(count);
      for (const [text, count] of [['[', 50000], ['**a ', 50000], ['<a href=', 25000], ['![[]()', 20000], ['*', 50000], ['_a ', 50000],
        ['\`', 50000], ['> ', 31], ['- ', 31], ['|', 50000], ['&amp', 40000], ['<!--', 40000], ['](', 50000], ['\\\\[', 50000], ['# ', 50000],
        ['a\\n', 50000], ['\\t', 50000], ['<', 50000], ['~~~\\n', 40000], ['[a]: b\\n', 20000], ['1. ', 31], ['<?', 50000], ['<![CDATA[', 20000]])
        markdown('markdown ' + text.trim(), many(text, count));
      for (const text of ['$(', '\`', '\${', '((', '{a,', '"', "'", '|', '<(', 'if ', '[[ ', '\\\\', '#', '<<E\\n', 'a=', '{1..9}', '*'])
        markdown('fence ' + text, '\`\`\`bash\\necho ' + many(text, 20000) + '\\n\`\`\`\\n');
      for (const text of ['[', '{', '- ', '? ', '&a ', '*a ', '!a ', '"', "'", '|\\n', '#', ': ', '- a\\n', '<<: ', '\\t'])
        { markdown('front matter ' + text, ''); cost('yaml ' + text, () => compile(bundleOf('skill.yaml', 'skill:\\n  name: a\\nx: ' + many(text, 30000)))); }
      for (const text of ['[', '{"a":', '"', '\\\\', '1', ' ', ',', '[],', '"a":1,'])
        cost('json ' + text, () => compile(bundleOf('skill.json', '{"x": ' + many(text, 60000))));
      const bomb = Array.from({ length: 8 }, (_, i) => 'a' + i + ': &a' + i + ' [' + Array(9).fill(i === 0 ? 'x' : '*a' + (i - 1)).join(', ') + ']').join('\\n');
      cost('alias bomb', () => compile(bundleOf('skill.yaml', bomb)));
      cost('alias bomb in front matter', () => compile(bundleOf('SKILL.md', '---\\nname: a\\n' + bomb + '\\n---\\n')));
      for (const text of ['curl ', '$(', '{a,b}', '"$(', 'sudo ', '; ', '| cat ', '[', 'a=b ', '<<<', '\\\\\\n'])
        cost('map ' + text, () => mapCommand('echo ' + many(text, 20000)));
      cost('map braces', () => mapCommand('echo ' + many('{a,b}', 40)));
      cost('map url pattern', () => mapCommand("curl 'https://a.test/" + many('[1-9]', 30) + "'"));
      cost('map jq', () => mapCommand("jq '" + many('[', 50000) + "'"));
      cost('map jq pipe', () => mapCommand("jq '" + many('.a|', 20000) + ".'"));
      cost('map sed', () => mapCommand("sed '" + many('{', 50000) + "'"));
      cost('map awk', () => mapCommand("awk '" + many('(', 50000) + "'"));
      console.log(JSON.stringify(costs));`);
  });

  test('in time: one second for any text, 200 ms for an alias bomb', () => {
    expect(costs.length).toBeGreaterThan(90);
    expect(costs.filter(({ milliseconds }) => milliseconds > 1_000)).toEqual([]);
    expect(costs.filter(({ name, milliseconds }) => name.startsWith('alias') && milliseconds > 200)).toEqual([]);
  });

  test('in memory: 64 MB for an alias bomb', () => {
    expect(costs.filter(({ name, megabytes }) => name.startsWith('alias') && megabytes > 64)).toEqual([]);
  });
});

describe('every regular expression of the source', () => {
  const root = fileURLToPath(new URL('../../src', import.meta.url));

  /** Literals of the source: after something that cannot end an operand, up to the closing slash outside classes. */
  function literalsOf(
    file: string,
  ): readonly { readonly place: string; readonly source: string; readonly flags: string }[] {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [
          ...line.matchAll(
            /(?<=(?:^|[(,=:[!&|?;]|return|=>)\s*)\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g,
          ),
        ]
          .filter(() => !/^\s*(?:\*|\/\*|\/\/)/.test(line))
          .filter(([, source = '', flags = '']) => compiles(source, flags))
          .map(([, source = '', flags = '']) => ({ place: `${file.slice(root.length)}:${index + 1}`, source, flags })),
      );
  }

  /** A division or a template between two slashes is no expression. */
  function compiles(source: string, flags: string): boolean {
    try {
      return new RegExp(source, flags).source !== '';
    } catch {
      return false;
    }
  }

  const literals = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => literalsOf(join(root, name)));

  /** Long runs of the characters that the expression itself names, of blanks, letters and brackets, and their mixtures. */
  function worst(source: string): readonly string[] {
    const own = [...new Set(source.replace(/\\[dDwWsSbBpPux]|\{[^}]*\}/g, ''))].filter(
      (c) => !'()[]|^$?*+\\'.includes(c),
    );
    const alphabet = [
      ...new Set([...own.slice(0, 12), ' ', 'a', '0', '_', '-', '.', '/', '[', '(', '"', '\\', '=', '\n']),
    ];
    const size = 64 * 1024;
    const words = [...source.matchAll(/[A-Za-z0-9_:/@.-]{2,}/g)].map(([word]) => word).slice(0, 4);
    const pairs = alphabet.flatMap((a, i) => (alphabet[i + 1] === undefined ? [] : [`${a}${alphabet[i + 1]}`]));
    return [...alphabet, ...pairs, ...words, ...words.map((word) => `${word} `)].map((unit) =>
      unit.repeat(Math.ceil(size / unit.length)).slice(0, size),
    );
  }

  test('is found', () => {
    expect(literals.length).toBeGreaterThan(200);
  });

  test('matches 64 KB of its worst prefix in less than 50 ms', () => {
    const slow: string[] = [];
    for (const { place, source, flags } of literals) {
      const expression = new RegExp(source, flags.replace('g', ''));
      for (const text of worst(source)) {
        const start = processorMs();
        expression.lastIndex = 0;
        expression.exec(`${text}\u0001`);
        expression.lastIndex = 0;
        expression.exec(`x${text}\u0001`);
        const spent = processorMs() - start;
        if (spent > 50) {
          slow.push(`${place} /${source}/ on ${JSON.stringify(text.slice(0, 8))}: ${Math.round(spent)} ms`);
          break;
        }
      }
    }
    expect(slow).toEqual([]);
  });
});
