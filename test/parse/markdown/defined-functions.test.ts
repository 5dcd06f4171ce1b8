import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/index.ts';
import { bundleOf, fence, head, operationsOf, parseBody, skillOf } from './compile-text.ts';

const get = 'get() { curl -s -H "$AUTH" "$BASE$1"; }';
const setting = ['BASE="https://api.example.com"', 'AUTH="Authorization: Bearer $DEMO_TOKEN"'];

function textsOf(...blocks: readonly (readonly string[])[]): readonly string[] {
  return operationsOf(blocks.map((lines) => fence('bash', ...lines)).join('')).map(([, text]) => text);
}

/** What each operation touches. */
function effectsOf(...blocks: readonly (readonly string[])[]) {
  const text = head + blocks.map((lines) => fence('bash', ...lines)).join('');
  const bytes = new TextEncoder().encode(text);
  const file = { path: 'SKILL.md', bytes, digest: 'sha256:0', executable: false };
  const { operations } = compile({ ...bundleOf(), files: new Map([['SKILL.md', file]]) });
  return operations.map(({ plan }) => plan?.effects.map((effect) => JSON.stringify(effect)) ?? []);
}

describe('a function that an earlier block defines', () => {
  test('goes with the call, with what it reads', () => {
    expect(textsOf([...setting, get], ['get /v1/me'])).toEqual([`${get}\nget /v1/me`]);
    expect(effectsOf([...setting, get], ['get /v1/me'])).toEqual(effectsOf([...setting, get, 'get /v1/me']));
  });

  test('goes with those that it calls, in their order, and each where it is called', () => {
    const post = 'post() { get "$1" -d "$2"; }';
    expect(textsOf([...setting, get, post], ['post /v1/items x'], ['get /v1/me'], ['date'])).toEqual([
      `${get}\n${post}\npost /v1/items x`,
      `${get}\nget /v1/me`,
      'date',
    ]);
  });

  test('stays where the command stands', () => {
    const body = fence('bash', ...setting, get) + fence('bash', 'get /v1/me');
    const [operation] = skillOf(parseBody(body)).operations;
    expect((head + body).slice(operation?.span.start, operation?.span.end)).toBe('get /v1/me');
  });

  test('is the newest of its name, and the block’s own before any other', () => {
    const [first, second] = ['get() { date; }', 'get() { pwd; }'];
    expect(textsOf([first], [second], ['get x'])).toEqual([`${second}\nget x`]);
    expect(textsOf([first], [second, 'get x'])).toEqual([`${second}\nget x`]);
  });

  test('takes a value that only a run can tell from the block of the call, or is not taken', () => {
    const sign = ['AT=$(date +%s)', 'sign() { echo "$AT$1"; }'];
    expect(textsOf(sign, ['AT=$(date +%s)', 'X=$(sign a)', 'curl "https://a.example/$X?at=$AT"']).at(-1)).toBe(
      `${sign[1]}\nAT=$(date +%s)\nX=$(sign a)\ncurl "https://a.example/$X?at=$AT"`,
    );
    expect(textsOf(sign, ['sign a']).at(-1)).toBe('sign a');
    expect(textsOf(sign, ['X=$(sign a)', 'AT=$(date)', 'echo "$X$AT"']).at(-1)).toBe(
      'X=$(sign a)\nAT=$(date)\necho "$X$AT"',
    );
  });

  test('hides a known program, as it would in a shell', () => {
    const own = 'git() { curl https://a.example; }';
    expect(textsOf([own], ['git status'])).toEqual([`${own}\ngit status`]);
  });

  test('reads what was assigned last in front of the call', () => {
    const [first, second] = ['export BASE="https://a.example"', 'export BASE="https://b.example"'];
    const call = 'curl "$BASE/x"';
    const [expected] = effectsOf([second, call]);
    expect(effectsOf([first, `get() { ${call}; }`], [second], ['get'])).toEqual([expected]);
    expect(effectsOf([first, `get() { ${call}; }`, second], ['get'])).toEqual([expected]);
    expect(effectsOf([second], [first, second, `get() { ${call}; }`], ['get'])).toEqual([expected]);
  });

  test('is not taken where a block between them assigns what it reads', () => {
    const own = ['BASE="https://a.example"', 'get() { curl "$BASE/x"; }'];
    expect(textsOf(own, ['BASE="https://b.example"'], ['get']).at(-1)).toBe('get');
    expect(textsOf(own, ['for BASE in a b; do date; done'], ['get']).at(-1)).toBe('get');
    expect(textsOf(own, ['OTHER="https://b.example"'], ['get']).at(-1)).toBe(`${own[1]}\nget`);
  });

  test('is no line of text, wherever it was defined', () => {
    const call = 'The list is long and more. See the help.';
    const define = 'if x; then The() { rm -r y; }; fi';
    expect(textsOf([define], [call])).toEqual([define, call]);
    expect(textsOf(['date'], [call])).toEqual(['date']);
  });

  test.each([
    ['behind the call', [['get x'], ['get() { date; }']], 'get x'],
    ['in a block of another language', [['get x']], 'get x'],
    ['inside another command', [['if true; then get() { date; }; fi'], ['get x']], 'get x'],
    ['behind `unset`', [['get() { date; }'], ['unset -f get; date'], ['get x']], 'get x'],
    [
      'where a condition may define another',
      [['get() { date; }'], ['if x; then get() { pwd; }; fi'], ['get x']],
      'get x',
    ],
    ['inside another function', [['get() { date; }'], ['set-up() { get() { pwd; }; }'], ['get x']], 'get x'],
    ['of too much text', [[`get() { echo ${'x'.repeat(9000)}; }`], ['get x']], 'get x'],
  ])('is not taken from %s', (_, blocks, last) => {
    expect(textsOf(...blocks)).toContain(last);
  });
});
