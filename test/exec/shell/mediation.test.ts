import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../../../src/exec/providers/shell/interpreter.ts';
import type { BundleEntry, ShellAnswer, ShellQuestion } from '../../../src/exec/providers/shell/protocol.ts';
import { shellWorkers } from '../../../src/exec/providers/shell/shell-run.ts';
import { type Recorder, recorder } from '../market/test-host.ts';
import { type PlainRequest, requestFor } from './run-shell.ts';

let outside: Recorder;
// Not in /tmp, which is scratch space to a program, and neither below the checkout, which may be there.
const root = realpathSync(mkdtempSync('/var/tmp/skillc-mediation-'));
const workspace = join(root, 'workspace');
const workers = shellWorkers(1);

beforeAll(async () => {
  outside = await recorder();
  mkdirSync(workspace);
  writeFileSync(join(root, 'canary'), 'canary-content');
});

afterAll(async () => {
  await Promise.all([workers.close(), outside.close()]);
  rmSync(root, { recursive: true, force: true });
});

beforeEach(() => {
  outside.seen.length = 0;
});

const scripts: Readonly<Record<string, string>> = {
  'lib.sh': 'reach() { curl "$1"; }\ncurl "$URL" sourced\n',
  'run.sh': '#!/bin/bash\ncurl "$1" scripted\n',
  'tool.py': '#!/usr/bin/env python3\nprint(1)\n',
};
const bundle: readonly BundleEntry[] = Object.entries(scripts).map(([path, text]) => ({
  path,
  size: text.length,
  isShell: path.endsWith('.sh'),
}));

const bytes = (text: string) => Uint8Array.from(Buffer.from(text));

interface Ran {
  readonly answer: ShellAnswer;
  /** Words of every command that came out of the interpreter. */
  readonly commands: readonly (readonly string[])[];
  readonly asked: readonly ShellQuestion[];
}

/** A host that notes what it is asked and does none of it. */
async function run(text: string, more: Partial<PlainRequest> = {}): Promise<Ran> {
  const asked: ShellQuestion[] = [];
  const request = requestFor({ text, cwd: workspace, programs: ['curl', 'python3', 'jq', 'foo'], ...more });
  // In this thread: what is asked is the same, and a thread that was stopped takes its time to start anew.
  const answer = await runProgram(
    {
      ...request,
      env: { ...request.env, URL: outside.origin },
      files: { grants: { workspace, read: [], write: [], forbidden: [] }, bundle, given: [], ...more.files },
    },
    async (question) => {
      asked.push(question);
      if (question.kind === 'bundle-file') return { kind: 'bytes', bytes: Buffer.from(scripts[question.path] ?? '') };
      if (question.kind === 'command')
        return { kind: 'ran', stdout: Buffer.from('answer\n'), stderr: '', exitCode: 0, writes: [], flushed: false };
      return { kind: 'stop' };
    },
  );
  const commands = asked.flatMap((question) => (question.kind === 'command' ? [question.words] : []));
  return { answer, commands, asked };
}

/** Every way of a shell to start a program. All must come to the host with the words as they are then. */
const forms: Readonly<Record<string, string>> = {
  plain: 'curl "$URL"',
  'in a function': 'f() { curl "$URL"; }; f',
  'in a function of a function': 'g() { curl "$URL"; }; f() { g; }; f',
  'in a loop': 'for u in "$URL"; do curl "$u"; done',
  'in a while loop': 'n=0; while [ $n -lt 1 ]; do curl "$URL"; n=1; done',
  'in a condition': 'if curl "$URL"; then :; fi',
  'in an until condition': 'until curl "$URL"; do :; done',
  'in a case': 'case x in x) curl "$URL";; esac',
  'in a substitution': 'x=$(curl "$URL")',
  'in backticks': 'x=`curl "$URL"`',
  'in a substitution of a substitution': 'echo "$(echo "$(curl "$URL")")"',
  'in a pipe': 'echo | curl "$URL" | cat',
  'at the end of a pipe': 'echo | cat | curl "$URL"',
  'in an input substitution': 'cat <(curl "$URL")',
  'in a heredoc': 'cat <<EOF\n$(curl "$URL")\nEOF',
  'in a default': ': "${x:-$(curl "$URL")}"',
  'in an alternative': 'y=1; : "${y:+$(curl "$URL")}"',
  'in arithmetic': 'echo $(( $(curl "$URL" >/dev/null; echo 1) + 1 ))',
  'in a test': '[[ -n $(curl "$URL") ]]',
  'in an array': 'a=( $(curl "$URL") )',
  'in a declared array': 'declare -a a=( $(curl "$URL") )',
  'in a subscript': 'a=(1 2); echo "${a[$(curl "$URL" >/dev/null; echo 0)]}"',
  'behind an assignment': 'A=1 B=2 curl "$URL"',
  'behind a negation': '! curl "$URL"',
  'in the background': 'curl "$URL" & wait',
  'behind time': 'time curl "$URL"',
  'in a group': '{ curl "$URL"; }',
  'in a subshell': '(curl "$URL")',
  'behind and': 'true && curl "$URL"',
  'behind or': 'false || curl "$URL"',
  'with a quoted name': '\'cu\'"rl" "$URL" || curl "$URL"',
  'with an escaped name': '\\curl "$URL"',
  'with a name from a variable': 'c=curl; $c "$URL"',
  'with a name from an array': 'c=(curl "$URL"); "${c[@]}"',
  'by its absolute path': '/usr/bin/curl "$URL"',
  'by another absolute path': '/bin/curl "$URL"',
  'by a path that climbs': '/usr/bin/../bin/curl "$URL"',
  eval: 'eval "curl $URL"',
  'eval of pieces': 'a=cur; eval "${a}l $URL" || curl "$URL"',
  command: 'command curl "$URL"',
  'command -p': 'command -p curl "$URL"',
  exec: 'exec curl "$URL"',
  'a call of an agent’s host': 'exec background:true command:\'curl "$URL"\'',
  'a call of an agent’s host by its shell': 'bash pty:true command:\'curl "$URL"\'',
  'source with a slash': 'source ./lib.sh',
  'the dot': '. ./lib.sh',
  'source without a slash': 'PATH=.; source lib.sh',
  'a function that was unset': 'curl() { :; }; unset -f curl; curl "$URL"',
  xargs: 'echo "$URL" | xargs curl',
  'xargs -I': 'echo "$URL" | xargs -I{} curl {}',
  'xargs -n1': 'echo "$URL" | xargs -n1 curl',
  'xargs with a shell': 'echo "$URL" | xargs -I{} sh -c "curl {}"',
  env: 'env A=1 curl "$URL"',
  'env -i': 'env -i curl "$URL"',
  timeout: 'timeout 5 curl "$URL"',
  nohup: 'nohup curl "$URL"',
  nice: 'nice -n 5 curl "$URL"',
  stdbuf: 'stdbuf -oL curl "$URL"',
  'find -exec': 'touch /tmp/seen; find /tmp/seen -exec curl "$URL" \\;',
  'find -exec +': 'touch /tmp/seen; find /tmp/seen -exec curl "$URL" {} +',
  'bash -c': 'bash -c \'curl "$1"\' name "$URL"',
  'sh -c': 'sh -c "curl $URL"',
  'a shell in a shell': `bash -c "bash -c 'curl $URL'"`,
  'bash with a file': 'bash run.sh "$URL"',
  'a script by its path': './run.sh "$URL"',
  'a script by a computed path': 'd=.; "$d/run.sh" "$URL"',
  'a script by its absolute path': '"$PWD/run.sh" "$URL"',
  'a script that was written before': 'echo \'curl "$1"\' > /tmp/s.sh; bash /tmp/s.sh "$URL"',
  'a trap': 'trap \'curl "$URL"\' EXIT',
  'a trap behind an exit': 'trap \'curl "$URL"\' EXIT; exit 0',
  'a trap of a program that fails': 'trap \'curl "$URL"\' EXIT; set -e; false',
  'exported functions': 'f() { curl "$URL"; }; export -f f 2>/dev/null; f',
  'a redirection of its output': 'curl "$URL" > /tmp/out',
  'a here-string': 'curl "$URL" <<< body',
};

describe('every way to start a program leads to the host', () => {
  test.each(Object.entries(forms))('%s', async (_, text) => {
    const { answer, commands } = await run(text);
    expect(answer).toMatchObject({ kind: 'ended' });
    const reached = commands.filter((words) => /(?:^|\/)curl$/.test(words[0] ?? ''));
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.every((words) => words.includes(outside.origin))).toBe(true);
    expect(outside.seen).toEqual([]);
  });

  test('a file that is no shell script is for the host, whatever its text', async () => {
    const { commands, answer } = await run('./tool.py --now; "$PWD/tool.py"');
    expect(commands).toEqual([['./tool.py', '--now'], [`${workspace}/tool.py`]]);
    expect(answer).toMatchObject({ kind: 'ended' });
  });

  test('a name that is put together while the program runs is not found', async () => {
    const { commands, answer } = await run('a=cu; b=rx; $a$b "$URL"; echo $?');
    expect([commands, answer]).toMatchObject([[], { kind: 'ended', stdout: bytes('127\n') }]);
  });
});

describe('ways that are none', () => {
  const nothing: Readonly<Record<string, string>> = {
    'awk system': `awk 'BEGIN {system("curl ${'$'}URL")}'`,
    'awk getline': `awk 'BEGIN {"curl x" | getline}'`,
    'awk print to a command': `awk '{print | "curl x"}' <<< a`,
    'sed e': "sed 's/a/curl x/e' <<< a",
    'mapfile -C': 'mapfile -C "curl $URL" -c 1 a <<< x; true',
    coproc: 'coproc curl "$URL"',
    select: 'select x in a; do curl "$URL"; done',
    'a shell that reads its program': 'echo "curl $URL" | bash',
    'a shell that reads its program by a dash': 'echo "curl $URL" | bash -s',
    'a process of bash': 'enable -f /tmp/x.so x; true',
  };

  test.each(Object.entries(nothing))('%s', async (_, text) => {
    const { commands } = await run(text);
    expect(commands.filter(([name]) => name === 'curl')).toEqual([]);
    expect(outside.seen).toEqual([]);
  });

  test('start-up files and the search path are those of nobody', async () => {
    const planted = join(workspace, 'curl');
    writeFileSync(planted, '#!/bin/sh\necho planted\n', { mode: 0o755 });
    const grants = { workspace, read: ['.'], write: [], forbidden: [] };
    const files = { grants, bundle, given: [] };
    const { commands } = await run(
      'BASH_ENV=./curl bash -c "curl a"; ENV=./curl sh -c "curl b"; PATH=. curl c; PATH=.:$PATH; curl d',
      { files },
    );
    rmSync(planted);
    expect(commands).toEqual(['a', 'b', 'c', 'd'].map((word) => ['curl', word]));
  });

  test('a script of the workspace is one that nobody has read', async () => {
    writeFileSync(join(workspace, 'mine.sh'), 'curl x');
    const grants = { workspace, read: ['.'], write: [], forbidden: [] };
    const { answer, commands } = await run('bash mine.sh', { files: { grants, bundle, given: [] } });
    rmSync(join(workspace, 'mine.sh'));
    expect([answer, commands]).toMatchObject([{ kind: 'refused', code: 'shell/unread' }, []]);
  });

  test('sockets by name', async () => {
    const port = outside.port;
    for (const text of [
      `exec 3<>/dev/tcp/127.0.0.1/${port}; echo GET >&3`,
      `cat < /dev/tcp/127.0.0.1/${port}`,
      `p=/dev/t; echo x > "\${p}cp/127.0.0.1/${port}"`,
      `echo x > /dev/udp/127.0.0.1/${port}`,
    ])
      await run(text);
    expect(outside.seen).toEqual([]);
  });
});

describe('files', () => {
  const canary = join(root, 'canary');
  const reading: Readonly<Record<string, string>> = {
    cat: `cat ${canary}`,
    'a redirection': `read x < ${canary}; echo $x`,
    'a substitution': `echo "$(< ${canary})"`,
    'a test': `[ -f ${canary} ] && echo there`,
    'another test': `[[ -e ${canary} ]] && echo there`,
    source: `. ${canary}`,
    grep: `grep . ${canary}`,
    'grep -r': `grep -r canary ${root}`,
    'grep -f': `grep -e x ${canary}`,
    sed: `sed p ${canary}`,
    awk: `awk 1 ${canary}`,
    head: `head -1 ${canary}`,
    sort: `sort ${canary}`,
    find: `find ${root} -type f`,
    ls: `ls ${root}`,
    'a pattern': `echo ${root}/*`,
    'a pattern in a loop': `for f in ${root}/c*; do cat "$f"; done`,
    cp: `cp ${canary} /tmp/x; cat /tmp/x`,
    mv: `mv ${canary} /tmp/x`,
    diff: `diff ${canary} /dev/null`,
    mapfile: `mapfile -t a < ${canary}; echo "\${a[@]}"`,
    'a climb': 'cat ../canary',
    'a climb through a folder': `mkdir -p /tmp/a; cat /tmp/a/../../..${canary}`,
    'the descriptor of a process': 'cat /proc/self/environ',
    'a file of the system': 'cat /etc/passwd',
    stat: `stat ${canary}`,
    file: `file ${canary}`,
    du: `du ${root}`,
    cmp: `cmp ${canary} ${canary}`,
    xargs: `echo ${canary} | xargs cat`,
    'sed -i': `sed -i s/a/b/ ${canary}`,
    paste: `paste ${canary}`,
    join: `join ${canary} ${canary}`,
    split: `split ${canary}`,
    od: `od -c ${canary}`,
    'a shell': `bash ${canary}`,
  };

  test.each(Object.entries(reading))('reading beside the grant: %s', async (_, text) => {
    const { answer, asked } = await run(text);
    const told = answer.kind === 'ended' ? Buffer.from(answer.stdout).toString() : '';
    expect(told).not.toMatch(/canary-content|root:|there|PATH=/);
    // It exists, so the program is not told that it does not: somebody is asked. A folder above the workspace shows the way there.
    const leads = new RegExp(`${root}(?:/\\*|/c\\*| -type f)?(?:;.*)?$`).test(text);
    expect(leads ? !told.includes('canary') : asked.some(({ kind }) => kind === 'outside')).toBe(true);
  });

  test('the twin: what was granted is read', async () => {
    const files = { grants: { workspace, read: [canary], write: [], forbidden: [] }, bundle, given: [] };
    const { answer } = await run(`cat ${canary}; [ -f ${canary} ] && echo there`, { files });
    expect(answer).toMatchObject({ kind: 'ended', stdout: bytes('canary-contentthere\n') });
  });

  const writing: Readonly<Record<string, string>> = {
    'a redirection': 'echo x > f',
    append: 'echo x >> f',
    'a descriptor': 'exec 5> f; echo x >&5',
    tee: 'echo x | tee f',
    cp: 'echo x > /tmp/x; cp /tmp/x f',
    mv: 'echo x > /tmp/x; mv /tmp/x f',
    touch: 'touch f',
    mkdir: 'mkdir f',
    'sort -o': 'sort -o f <<< x',
    'a redirection of a group': '{ echo x; } > f',
    'a redirection of a loop': 'for i in 1; do echo x; done > f',
    'standard error': 'ls nothing 2> f',
    'the bundle': 'echo x > run.sh',
    'a climb': 'echo x > ../f',
    'an absolute path': `echo x > ${root}/f`,
  };

  test.each(Object.entries(writing))('writing beside the grant: %s', async (_, text) => {
    const { answer, asked } = await run(text);
    const changes = answer.kind === 'ended' ? answer.changes : [];
    expect(changes).toEqual([]);
    expect(text.includes('run.sh') || asked.some(({ kind }) => kind === 'outside')).toBe(true);
    expect(readdirSync(root).sort()).toEqual(['canary', 'workspace']);
  });

  test('links lead nowhere beside the grant, and none is made', async () => {
    symlinkSync(canary, join(workspace, 'link'));
    const files = { grants: { workspace, read: ['.'], write: ['.'], forbidden: [] }, bundle, given: [] };
    const { answer } = await run(`cat link; ln -s ${canary} other; ln ${canary} hard; cat other`, { files });
    rmSync(join(workspace, 'link'));
    const told = answer.kind === 'ended' ? Buffer.from(answer.stdout).toString() : '';
    expect(told).not.toContain('canary-content');
    expect(answer.kind === 'ended' ? answer.changes : []).toEqual([]);
  });

  test('a forbidden folder does not exist, whatever was granted', async () => {
    const grants = { workspace, read: [root], write: [root], forbidden: [root] };
    const { answer } = await run(`cat ${canary} 2>/dev/null; ls ${root}/workspace; echo end`, {
      files: { grants, bundle, given: [] },
    });
    const told = answer.kind === 'ended' ? Buffer.from(answer.stdout).toString() : '';
    expect(told).not.toContain('canary-content');
  });

  test('scratch space is the program’s own and nobody else’s', async () => {
    const { answer } = await run('t=$(mktemp); echo own > "$t"; cat "$t"; echo more > /tmp/plain; cat /tmp/plain');
    expect(answer).toMatchObject({ kind: 'ended', stdout: bytes('own\nmore\n'), changes: [] });
    const again = await run('cat /tmp/plain 2>/dev/null || echo gone');
    expect(again.answer).toMatchObject({ kind: 'ended', stdout: bytes('gone\n') });
  });
});

describe('limits', () => {
  const endless: Readonly<Record<string, string>> = {
    'a loop': 'while :; do :; done',
    'a loop of arithmetic': 'for ((;;)); do :; done',
    'a fork bomb': ':(){ :|:& };:',
    recursion: 'f() { f; }; f',
    output: 'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done',
    'a text that doubles': 'x=xxxxxxxxxxxxxxxx; for i in {1..60}; do x="$x$x"; done; echo ${#x}',
    braces: 'for i in {1..100000000}; do :; done; false',
    'shells in shells':
      'f() { bash -c "$1 $1"; }; export -f f 2>/dev/null; x="bash -c "; s=true; for i in {1..60}; do s="bash -c \'$s\'"; done; eval "$s"',
    awk: "awk 'BEGIN {while (1) x++}'",
    sed: "echo a | sed ':a;s/a/a/;ta'",
    'a file':
      'for i in {1..40000}; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >> /tmp/f; done',
    sleep: 'sleep 100000',
  };

  test('a text that grows too long is a limit that was reached, not an end', async () => {
    const { answer } = await run('x=xxxxxxxxxxxxxxxx; for i in {1..60}; do x="$x$x"; done');
    expect(answer).toMatchObject({ kind: 'refused', code: 'limit/program' });
  });

  test.each(Object.entries(endless))(
    '%s ends',
    async (_, text) => {
      const limits = {
        wall_clock_ms: 4_000,
        commands: 20_000,
        loops: 20_000,
        depth: 16,
        output_bytes: 200_000,
        file_bytes: 200_000,
      };
      const signal = new AbortController().signal;
      const request = requestFor({ text, cwd: workspace, limits });
      const outcome = await workers.call(request, { signal, deadlineMs: 5_000 }, async () => ({ kind: 'stop' }));
      const kinds = outcome.kind === 'answered' ? outcome.answer.kind : outcome.kind;
      expect(['refused', 'late', 'crashed', 'ended', 'stopped']).toContain(kinds);
      if (outcome.kind === 'answered' && outcome.answer.kind === 'ended') {
        expect(outcome.answer.exitCode).not.toBe(0);
        expect(outcome.answer.stdout.length).toBeLessThanOrEqual(200_000);
      }
      // The twin: the next program runs.
      expect((await run('echo alive')).answer).toMatchObject({ kind: 'ended', stdout: bytes('alive\n') });
    },
    20_000,
  );
});
