import { describe, expect, test } from 'vitest';
import { shippedTools } from '../../src/capabilities/load.ts';
import { dispatchFor } from '../../src/map/dispatch.ts';
import { mapLine } from '../../src/map-line.ts';
import { parseShell } from '../../src/shell/parse.ts';
import { commandsOf } from '../../src/shell/walk.ts';

/** Each form holds `curl https://a.example/x` as often as the number says: no form may hide one. */
const c = 'curl https://a.example/x';
const forms: readonly (readonly [number, string])[] = [
  [1, c],
  [2, `${c}; ${c}`],
  [2, `${c}\n${c}`],
  [2, `${c} && ${c}`],
  [2, `${c} || ${c}`],
  [2, `${c} | ${c}`],
  [2, `${c} |& ${c}`],
  [1, `! ${c}`],
  [1, `${c} &`],
  [1, `time ${c}`],
  [1, `( ${c} )`],
  [1, `{ ${c}; }`],
  [3, `if ${c}; then ${c}; else ${c}; fi`],
  [2, `if true; then :; elif ${c}; then ${c}; fi`],
  [1, `for i in a b; do ${c}; done`],
  [1, `for i in $(${c}); do :; done`],
  [1, `for ((i=0; i<2; i++)); do ${c}; done`],
  [1, `for ((i=$(${c}); i<2; i++)); do :; done`],
  [2, `while ${c}; do ${c}; done`],
  [2, `until ${c}; do ${c}; done`],
  [1, `select i in a; do ${c}; done`],
  [1, `select i in $(${c}); do :; done`],
  [1, `case x in x) ${c};; esac`],
  [1, `case $(${c}) in x) :;; esac`],
  [1, `case x in $(${c})) :;; esac`],
  [2, `case x in a) ${c};& b) ${c};;& esac`],
  [1, `f() { ${c}; }`],
  [1, `function f { ${c}; }`],
  [1, `f() ( ${c} )`],
  [1, `coproc ${c}`],
  [1, `coproc NAME { ${c}; }`],
  [1, `x=$(${c})`],
  [1, `x=\`${c}\``],
  [1, `x="a $(${c}) b"`],
  [1, `echo $(${c})`],
  [1, `echo "$(${c})"`],
  [1, `echo \`${c}\``],
  [1, `echo "\`${c}\`"`],
  [1, `echo $(echo $(${c}))`],
  [1, `echo "$(echo "$(${c})")"`],
  [1, `echo \${x:-$(${c})}`],
  [1, `echo "\${x:-$(${c})}"`],
  [1, `echo \${x:=$(${c})}`],
  [1, `echo \${x:?$(${c})}`],
  [1, `echo \${x:+$(${c})}`],
  [1, `echo \${x-\${y-$(${c})}}`],
  [1, `echo \${x#$(${c})}`],
  [1, `echo \${x%%$(${c})}`],
  [1, `echo \${x//a/$(${c})}`],
  [1, `echo \${x:$(${c})}`],
  [1, `echo \${x:0:$(${c})}`],
  [1, `echo \${a[$(${c})]}`],
  [1, `echo \${x^^$(${c})}`],
  [1, `echo $((1 + $(${c})))`],
  [1, `echo $(( \${x:-$(${c})} ))`],
  [1, `(( $(${c}) > 1 ))`],
  [1, `[[ -n $(${c}) ]]`],
  [2, `[[ $(${c}) == $(${c}) ]]`],
  [1, `[[ a =~ $(${c}) ]]`],
  [2, `[[ ( -n $(${c}) ) && ! -f $(${c}) ]]`],
  [1, `[ -n "$(${c})" ]`],
  [1, `a=(x $(${c}))`],
  [1, `a=([k]=$(${c}))`],
  [1, `a[$(${c})]=1`],
  [1, `a[1]=$(${c})`],
  [1, `a+=($(${c}))`],
  [1, `X=$(${c}) env`],
  [1, `export X=$(${c})`],
  [1, `local X=$(${c})`],
  [1, `declare -a X=($(${c}))`],
  [1, `readonly X="$(${c})"`],
  [1, `cat <(${c})`],
  [1, `echo x > >(${c})`],
  [1, `diff <(${c}) b`],
  [1, `cat < <(${c})`],
  [1, `echo x > $(${c})`],
  [1, `cat < "$(${c})"`],
  [1, `cat <<< $(${c})`],
  [1, `cat <<E\n$(${c})\nE`],
  [1, `cat <<-E\n\t\`${c}\`\n\tE`],
  [1, `cat <<E\n\${x:-$(${c})}\nE`],
  [1, `{ :; } > $(${c})`],
  [1, `while read l; do :; done < <(${c})`],
  [1, `echo {a,$(${c})}`],
  [1, `echo {a,"$(${c})"}`],
  [1, `echo {a,\${y:-$(${c})}}`],
  [1, `echo {a,{b,\`${c}\`}}`],
  [1, `echo @(a|$(${c}))`],
  [1, `echo a$(${c})b*`],
  [1, `$(${c})`],
  [1, `"$(${c})" arg`],
  [1, `$'a' "$(${c})"`],
  [1, `$"a $(${c})"`],
  [1, `echo hi 2> "$(${c})"`],
];

const curls = (text: string): number =>
  commandsOf(parseShell(text, 'line').program.statements).filter(({ words }) => words[0]?.text === 'curl').length;

test('there are at least 66 forms', () => {
  expect(forms.length).toBeGreaterThanOrEqual(66);
});

describe('every command is found', () => {
  test.each(forms)('%i in %s', (count, text) => {
    expect(parseShell(text, 'line').diagnostics).toEqual([]);
    expect(curls(text)).toBe(count);
  });
});

/** The mapper walks by itself; an effect it does not see would run unreviewed. */
describe('every command is mapped', () => {
  const tools = shippedTools();
  test.each(forms)('%i in %s', (_count, text) => {
    const answer = mapLine(text, dispatchFor(tools));
    const seen = answer.effects.some((effect) => effect.kind === 'network' && effect.origin === 'https://a.example');
    expect(seen || answer.maps_to === null).toBe(true);
  });
});

test.each([`echo '$(${c})'`, `cat <<'E'\n$(${c})\nE`, `# ${c}`, `echo \\$\\(${c}\\)`])('none in %s', (text) => {
  expect(curls(text)).toBe(0);
});

test('a substitution that the parser cuts short is an error, not a loss', () => {
  expect(parseShell(`echo \${x/$(${c})/b}`, 'line').diagnostics).toMatchObject([{ code: 'shell/syntax' }]);
});
