import type { QueryArguments } from '../../../src/exec/providers/json/query-arguments.ts';

export interface QueryCase {
  readonly args: QueryArguments;
  /** The same as words for the real jq. */
  readonly words: readonly string[];
  readonly input: string;
}

const users = '[{"id":1,"name":"Ann","tags":["a","b"],"on":true},{"id":2,"name":"Bo","tags":[],"on":false}]';
const tree = '{"b":{"y":2,"x":1},"a":[3,1,2],"n":null,"s":"t\\tq\\"é 日本"}';

/** Filters over one input, without options. */
const plain: readonly (readonly [string, string])[] = [
  ...`.
.[0]
.[].name
.[] | select(.on) | .id
map(.id)
map({(.name): .id}) | add
.[].tags | length
[.[].tags[]] | unique
group_by(.on) | map(length)
sort_by(.name) | reverse | .[0].name
map(has("id"))
map(keys)
to_entries | .[0].key
.[1:] | length
[.[] | .id] | add / length
any(.[]; .on)
all(.[]; .id > 0)
map(.name | ascii_upcase)
map(.name | test("^A"))
map(.name | sub("n+$"; "x"))
[.[] | .name | explode | length]
map(del(.tags))
map(.id += 10) | .[0].id
.[0] | with_entries(.value |= tostring)
[paths] | length
[leaf_paths] | length
.[0] | to_entries | from_entries == .
max_by(.id).name
min_by(.id).name
first(.[].id), last(.[].id)
[limit(1; .[])] | length
reduce .[] as $u (0; . + $u.id)
[foreach .[] as $u (0; . + $u.id; [$u.name, .])]
.[0] as {name: $n, tags: [$t]} | "\\($n)-\\($t)"
def f(x): x * 2; map(f(.id))
map(if .on then "yes" else "no" end)
try error("e") catch .
[.[] | .missing?]
.[0].name // "none"
[.[].nope // "none"]
map(.name) | join(",")
map(.name) | @csv
map(.name) | @tsv
map(.name) | @json
map(.name) | @html
map(.name) | @sh
.[0].name | @base64
"QW5u" | @base64d
.[0].name | @uri
"a b&c" | @uri
tojson | fromjson == .
[.[] | .id | tostring]
["1","2"] | map(tonumber) | add
[1,[2,[3]]] | flatten
[1,[2,[3]]] | flatten(1)
[3,1,2] | sort
[1,1,2] | unique
["a","b"] | index("b")
"a,b" | split(",")
"a1b2" | [scan("[0-9]")]
"aXbxc" | [splits("x"; "i")]
"abc" | .[1:2]
"abc" | ltrimstr("a") | rtrimstr("c")
"abc" | startswith("ab"), endswith("bc")
"x" * 3
[range(3)], [range(1;4)], [range(0;10;5)]
[recurse(if . < 3 then .+1 else empty end)]?
2 | [recurse(if . < 4 then .+1 else empty end)]
[1,2] - [2]
{"a":1} + {"b":2}
{"a":{"x":1}} * {"a":{"y":2}}
10 / 4, 10 % 3, 5 - 7
1 == 1.0, "a" < "b", null < false
[1,2] | contains([1])
"foobar" | contains("bar")
[1,2] | inside([1,2,3])
infinite, -infinite | tostring
nan | isnan
1e3, 1.50, 100
[.[] | type]
null | not
{} | .a.b.c
{} | .a.b = 1
{"a":[1,2]} | .a[1] |= . + 1
{"a":1} | getpath(["a"]), getpath(["b","c"])
{"a":1} | setpath(["b"]; 2)
{"a":1,"b":2} | delpaths([["a"]])
[1,2,3] | .[-1]
[[1,2],[3,4]] | transpose
[1,2,3] | combinations(1)?
[[1,2],[3]] | [combinations]
1700000000 | todate
"2024-01-02T03:04:05Z" | fromdate
0 | strftime("%Y-%m-%dT%H:%M:%SZ")
"2024-01-02" | strptime("%Y-%m-%d") | mktime
[1,2] | tojson
"\\u00e9" | length, utf8bytelength
[1,null,2] | map(values)
[.[] | .id] | @text
"1 2" | ascii_downcase
input_line_number
$__loc__
[splits("a")]?
{"a":[1,2,3]} | path(.a[0])
[1,2,3] | IN(2)
[1,2,3] | [.[] | IN(2,3)]
"test" | ascii
[65,66] | implode
{"b":1,"a":2} | keys_unsorted
[{"a":1,"b":2}] | map(pick(.a))?
[1,2,3] | walk(if type == "number" then . + 1 else . end)
"abc" | [match("b").offset]
"abc" | capture("(?<x>b)")
"x" | ascii_downcase | gsub("x"; "yy")
[1,2,3,4] | [.[] | select(. % 2 == 0)]
label $out | 1, break $out, 2
isvalid(error)?
splits
@base32 "x\\(1)"
"ME======" | @base32d
env | length`
    .split('\n')
    .map((filter) => [filter, users] as const),
  ...['.b.x', '.a | sort', '.s', '.n', '..', 'keys', 'tostream', '[.a[] | . * 1.5]', '.a | @json "v=\\(.)"'].map(
    (filter) => [filter, tree] as const,
  ),
  ['.a', '{"a":1}{"a":2} {"a":3}'],
  ['.a.b', '{"a":[1]}'],
  ['.[] | if . == 3 then error("late") else . end', '[1,2,3,4]'],
  ['.', ''],
  ['.[', '{}'],
  ['nosuch', '{}'],
  ['halt_error', '"bye\\n"'],
  ['{"a":1} | halt_error(3)', 'null'],
  ['error', '"x"'],
  ['error(null)', '1'],
  ['., input', '1 2'],
  ['[inputs]', '1 2 3'],
  ['input_filename', '1'],
  ['"a" | error', '1 2'],
  ['debug', '[1]'],
  ['1 + 2 as $x | -$x', 'null'],
  ['"aéb" | index("b"), indices("b")', 'null'],
  ['"123\\u0000456" | tonumber', 'null'],
  ['.', '[1,2'],
  ['.', '1.000000000000000000001'],
  ['ltrimstr(1), splits("a";"b";"c")', '1'],
  ['@text "\\(1;2)"', '1'],
  ['.a', '{"a":1'],
  ['. as [$a] ?// $a | $a', '1'],
  ['getpath(["a",0,"b"])', 'null'],
  ['ascii', '65'],
  ['implode', '[65]'],
  ['tojson', '1.0'],
  ['.[0]', '{"a":1} [2]'],
];

const optioned: readonly QueryCase[] = [
  { args: { filter: '.[]', raw_output: true }, words: ['-r', '.[]'], input: '["a","b\\nc",1,null]' },
  { args: { filter: '.[]', join_output: true }, words: ['-j', '.[]'], input: '["a","b",1]' },
  { args: { filter: '.', compact_output: true }, words: ['-c', '.'], input: tree },
  { args: { filter: '.', sort_keys: true }, words: ['-S', '.'], input: tree },
  { args: { filter: '.', ascii_output: true }, words: ['-a', '.'], input: tree },
  { args: { filter: '.', tab: true }, words: ['--tab', '.'], input: tree },
  { args: { filter: '.', indent: 0 }, words: ['--indent', '0', '.'], input: tree },
  { args: { filter: '.', indent: 7 }, words: ['--indent', '7', '.'], input: tree },
  { args: { filter: '.', monochrome_output: true }, words: ['-M', '.'], input: tree },
  { args: { filter: '.', slurp: true }, words: ['-s', '.'], input: '1 2 3' },
  { args: { filter: '.', slurp: true }, words: ['-s', '.'], input: '' },
  { args: { filter: '.', raw_input: true }, words: ['-R', '.'], input: 'a\nb "c"\nlast' },
  { args: { filter: 'length', raw_input: true, slurp: true }, words: ['-Rs', 'length'], input: 'a\nb\n' },
  { args: { filter: '1', null_input: true }, words: ['-n', '1'], input: 'not read' },
  { args: { filter: '[inputs]', null_input: true }, words: ['-n', '[inputs]'], input: '1 2' },
  { args: { filter: '-1', null_input: true }, words: ['-n', ' -1'], input: '' },
  { args: { filter: '.a', exit_status: true }, words: ['-e', '.a'], input: '{"a":1}' },
  { args: { filter: '.a', exit_status: true }, words: ['-e', '.a'], input: '{"a":false}' },
  { args: { filter: '.a', exit_status: true }, words: ['-e', '.a'], input: '{}' },
  { args: { filter: 'empty', exit_status: true }, words: ['-e', 'empty'], input: '{}' },
  { args: { filter: '.', stream: true, compact_output: true }, words: ['-c', '--stream', '.'], input: tree },
  { args: { filter: '.', unbuffered: true }, words: ['--unbuffered', '.'], input: '1' },
  {
    args: { filter: '$a + $b', null_input: true, args: { a: '-x', b: '"q"' } },
    words: ['-n', '--arg', 'a', '-x', '--arg', 'b', '"q"', '$a + $b'],
    input: '',
  },
  {
    args: { filter: '$a.x[0]', null_input: true, argjson: { a: '{"x":[7]}' } },
    words: ['-n', '--argjson', 'a', '{"x":[7]}', '$a.x[0]'],
    input: '',
  },
  {
    args: { filter: '$ARGS.positional', null_input: true, positional: ['a', 'b c'] },
    words: ['-n', '$ARGS.positional', '--args', 'a', 'b c'],
    input: '',
  },
  {
    args: { filter: '$ARGS.positional', null_input: true, positional_json: ['1', '{"a":2}'] },
    words: ['-n', '$ARGS.positional', '--jsonargs', '1', '{"a":2}'],
    input: '',
  },
  {
    args: { filter: '$ARGS', null_input: true, positional_mixed: [{ string: 'a' }, { json: '[1]' }] },
    words: ['-n', '$ARGS', '--args', 'a', '--jsonargs', '[1]'],
    input: '',
  },
  { args: { filter: '.a', files: ['one.json', 'two.json'] }, words: ['.a', 'one.json', 'two.json'], input: '' },
  { args: { filter: 'input_filename', files: ['one.json'] }, words: ['input_filename', 'one.json'], input: '' },
  {
    args: { filter: '$f, $r', null_input: true, slurpfile: { f: 'one.json' }, rawfile: { r: 'two.json' } },
    words: ['-n', '--slurpfile', 'f', 'one.json', '--rawfile', 'r', 'two.json', '$f, $r'],
    input: '',
  },
];

export const queryFiles = { 'one.json': '{"a":1}\n', 'two.json': '{"a":2}\n' } as const;

export const queryCases: readonly QueryCase[] = [
  ...plain.map(([filter, input]) => ({ args: { filter }, words: [filter], input })),
  ...optioned,
];
