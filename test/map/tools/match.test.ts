import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allShippedTools, shippedTools } from '../../../src/capabilities/load.ts';
import { showText } from '../../../src/ir/text.ts';
import { unlistedEnv, unsafeEnv } from '../../../src/map/env-policy.ts';
import type { CommandWords } from '../../../src/map/primitive.ts';
import { addressOf, remoteOrPath } from '../../../src/map/tools/address.ts';
import { showEffect } from '../../../src/map/tools/check-examples.ts';
import { exampleWords } from '../../../src/map/tools/example-words.ts';
import { matchTool } from '../../../src/map/tools/match-tool.ts';
import { isSetup, toolPrimitive } from '../../../src/map/tools/tool-primitive.ts';
import { command, contextWith, show, word } from '../command-words.ts';

const tools = shippedTools();
const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
  show(
    toolPrimitive(tools)(
      command(line.split(' '), { env: new Map(Object.entries(env).map(([k, v]) => [k, word(v)])) }),
      contextWith(),
    ),
  );

describe('a known program', () => {
  test('is `sandbox.tool` with its words and effects', () => {
    expect(run('git -C repo status')).toEqual([
      'sandbox.tool',
      { program: 'git', args: ['-C', 'repo', 'status'] },
      'process',
      'read repo',
      'write repo',
      'read .',
    ]);
  });
  test('keeps holes in its words', () => {
    expect(run('git clone https://github.com/${OWNER}/x')).toEqual([
      'sandbox.tool',
      { program: 'git', args: ['clone', 'https://github.com/${OWNER}/x'] },
      'process',
      'network',
      'write .',
      'read ~/.gitconfig',
      'read ~/.git-credentials',
    ]);
  });
  test.each([
    ['git ${SUB} x', 'unknown map/unknown-subcommand'],
    ['git frobnicate', 'unknown map/unknown-subcommand'],
    ['hugo ser${X}', 'unknown map/unknown-subcommand'],
    ['hugo new the${X}', 'unknown map/unknown-subcommand'],
    ['pdftk in.pdf input_pw x output out.pdf', 'unknown map/tool-unclear'],
    ['dd if=a of=/dev/sda${N}', 'refused map/tool-refused'],
    ['cast --made-up 1 gwei', 'unknown map/unknown-option'],
    ['git --made-up status', 'unknown map/unknown-option'],
    ['git --made-up=1 clone https://github.com/o/r', 'unknown map/unknown-option'],
    ['git clone --${OPT}=x https://github.com/o/r', 'unknown map/unknown-option'],
    ['git config core.pager x', 'unknown map/tool-unclear'],
    ['git fetch --upload-pack=x', 'refused map/tool-refused'],
    ['git fetch --upload-pa x', 'refused map/tool-refused'],
    ['made-up-program', 'unknown map/unknown-tool'],
    ['docker run --made-up -- --privileged x', 'refused map/tool-refused'],
    ['ssh --made-up -o ProxyCommand=x host.example.com', 'refused map/tool-refused'],
    ['./git status', 'unknown map/unknown-tool'],
    ['ssh -oProxyCommand=x host.example.com', 'refused map/tool-refused'],
    ['ssh -vNoProxyCommand=x host.example.com', 'refused map/tool-refused'],
    ['tar xfI a.tar ./x', 'refused map/tool-refused'],
    ['docker run --pid=host x', 'refused map/tool-refused'],
    ['docker run --pid HOST x', 'refused map/tool-refused'],
    ['git status --made-up -- --interactive', 'unknown map/unknown-option'],
  ])('%s → %s', (line, expected) => {
    expect(run(line)).toBe(expected);
  });
  test('a word that no sub-command can begin like is an operand, whatever its hole holds', () => {
    expect(run('hugo new posts/${NAME}.md')).toEqual([
      'sandbox.tool',
      { program: 'hugo', args: ['new', 'posts/${NAME}.md'] },
      'process',
      'read .',
      'write .',
    ]);
  });
  test('a sub-command may look like an option, and a prefix name a file', () => {
    expect(run('cast --to-unit 1 gwei')).toEqual([
      'sandbox.tool',
      { program: 'cast', args: ['--to-unit', '1', 'gwei'] },
      'process',
      'network',
    ]);
    expect(run('dd if=a of=${OUT} bs=1')).toEqual([
      'sandbox.tool',
      { program: 'dd', args: ['if=a', 'of=${OUT}', 'bs=1'] },
      'process',
      'read a',
      'write ${OUT}',
    ]);
  });
  test('takes only the variables on its list', () => {
    expect(run('git status', { GIT_SSH_COMMAND: 'x' })).toBe('unknown map/env-unsafe');
    expect(run('git status', { FOO: 'x' })).toBe('unknown map/env-unsafe');
    expect(run('git status', { GIT_AUTHOR_NAME: 'x', LC_ALL: 'C' })).toEqual([
      'sandbox.tool',
      { program: 'git', args: ['status'], env: { GIT_AUTHOR_NAME: 'x', LC_ALL: 'C' } },
      'process',
      'read .',
      'env',
      'env',
    ]);
  });
  test('an application’s variables pass to the project’s own code, and steering ones do not', () => {
    expect(run('npm run dev', { ROOM_NAME: 'x', NODE_ENV: 'test' })).toEqual([
      'sandbox.tool',
      { program: 'npm', args: ['run', 'dev'], env: { ROOM_NAME: 'x', NODE_ENV: 'test' } },
      'process',
      'read package.json',
      'write .',
      'env',
      'env',
    ]);
    for (const name of ['NODE_OPTIONS', 'npm_config_registry', 'PATH', 'LD_PRELOAD', 'HTTPS_PROXY']) {
      expect(run('npm run dev', { ROOM_NAME: 'x', [name]: 'y' })).toBe('unknown map/env-unsafe');
    }
    expect(run('npm install example', { ROOM_NAME: 'x' })).toBe('unknown map/env-unsafe');
    expect(run('pnpm test', { ROOM_NAME: 'x' })).toEqual(expect.arrayContaining(['env']));
    expect(run('yarn build', { ROOM_NAME: 'x' })).toEqual(expect.arrayContaining(['env']));
    expect(run('npm view x', { ROOM: 'x' })).toBe('unknown map/env-unsafe');
  });
  test('a variable where a credential stands is a secret, whatever its name', () => {
    const args = (line: string): unknown => {
      const mapped = toolPrimitive(tools)(command(line.split(' ')), contextWith());
      const draft = mapped.kind === 'mapped' ? mapped.drafts[0] : undefined;
      if (draft?.kind !== 'plain') return mapped.kind;
      const list = draft.args.members.find(({ key }) => key === 'args')?.value;
      return list?.kind === 'list' ? list.items.map(({ kind }) => kind) : undefined;
    };
    expect(args('qpdf --password ${WORD} --decrypt in.pdf out.pdf')).toEqual([
      'literal',
      'secret',
      'literal',
      'literal',
      'literal',
    ]);
    expect(args('qpdf --min-version ${WORD} in.pdf out.pdf')).toEqual(['literal', 'variable', 'literal', 'literal']);
  });
  test('an option adds to what its rule does, some only with one value', () => {
    const effects = (line: string): readonly string[] => {
      const [program = '', ...words] = line.split(' ');
      const tool = tools.get(program);
      const match = tool === undefined ? undefined : matchTool(tool, [word(program), ...words.map(word)]);
      return match?.kind === 'matched' ? match.effects.map(showEffect) : [match?.kind ?? ''];
    };
    expect(effects('ffmpeg -f concat -i list.txt out.mp4')).toEqual(['read list.txt', 'write out.mp4', 'read .']);
    expect(effects('ffmpeg -f mp4 -i in.mov out.mp4')).toEqual(['read in.mov', 'write out.mp4']);
  });
  test('commands on standard input are not known', () => {
    const sftp = (stdin: CommandWords['stdin']) =>
      show(toolPrimitive(tools)(command(['sftp', 'host.example.com:x'], { stdin }), contextWith()));
    expect(sftp({ kind: 'pipe' })).toBe('unknown map/tool-unclear');
    expect(sftp({ kind: 'text', text: word('put x') })).toBe('unknown map/tool-unclear');
    expect(sftp({ kind: 'none' })).toEqual([
      'sandbox.tool',
      { program: 'sftp', args: ['host.example.com:x'] },
      'process',
      'network',
      'write .',
      'read ~/.ssh',
    ]);
  });
  test('a port stands with its host', () => {
    const origins = (line: string) => {
      const [program = '', ...words] = line.split(' ');
      const tool = tools.get(program);
      const match = tool === undefined ? undefined : matchTool(tool, [word(program), ...words.map(word)]);
      if (match?.kind !== 'matched') return match?.kind;
      return match.effects.flatMap((effect) => (effect.kind === 'network' ? [showText(effect.origin)] : []));
    };
    expect(origins('ssh -p 2222 host.example.com')).toEqual(['ssh://host.example.com:2222']);
    expect(origins('ssh -p 2222 user@host.example.com uptime')).toEqual(['ssh://host.example.com:2222']);
    expect(origins('ssh host.example.com uptime -p 1')).toEqual(['ssh://host.example.com']);
    expect(origins('ssh -p x host.example.com')).toBe('unclear');
    expect(origins('nc host.example.com 443')).toEqual(['tcp://host.example.com:443']);
    expect(origins('nc host.example.com 20-30')).toBe('unclear');
  });
  test('a variable does not soften a refusal', () => {
    expect(run('git fetch --upload-pack=x', { FOO: 'x' })).toBe('refused map/tool-refused');
  });
  test('set-up commands are told apart', () => {
    const setup = (line: string) => isSetup(tools, command(line.split(' ')));
    expect(
      ['npm install x', 'pip install x', 'brew install x', 'apt-get install x', 'clawhub install x'].map(setup),
    ).toEqual([true, true, true, true, true]);
    expect(['npm run build', 'pip list', 'git status', 'made-up install'].map(setup)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('addresses', () => {
  const at = (text: string, scheme?: string) => {
    const found = addressOf(word(text), scheme);
    return found.kind === 'origin' ? showText(found.origin) : found.kind;
  };
  test.each([
    ['https://Api.Example.com:8443/x?y#z', undefined, 'https://api.example.com:8443'],
    ['https://user:pw@api.example.com/x', undefined, 'https://api.example.com'],
    ['https://good.example.com@evil.example.net/', undefined, 'https://evil.example.net'],
    ['https://${HOST}/x', undefined, 'https://${HOST}'],
    ['https://good.example.com\\@evil', undefined, 'form'],
    ['https://', undefined, 'form'],
    ['ext::sh -c x', undefined, 'form'],
    ['concat:a|b', undefined, 'form'],
    ['file:///etc/passwd', undefined, 'file'],
    ['data/in.txt', undefined, 'file'],
    ['-', undefined, 'standard'],
    ['user@host.example.com', 'ssh', 'ssh://host.example.com'],
    ['host.example.com:5432', 'postgresql', 'postgresql://host.example.com:5432'],
    ['host.example.com:x', 'postgresql', 'form'],
    ['10.0.0.0/8', 'tcp', 'form'],
    ['a b', 'https', 'form'],
  ])('%s (%s) → %s', (text, scheme, expected) => {
    expect(at(text, scheme)).toBe(expected);
  });
  test.each([
    ['git@github.com:o/r.git', 'origin'],
    ['../other', 'file'],
    ['./a:b', 'file'],
    ['ssh://h.example.com/r', 'origin'],
    ['ext::sh', 'form'],
  ])('as a remote, %s is %s', (text, kind) => {
    expect(remoteOrPath(word(text)).kind).toBe(kind);
  });
});

describe('variables in front', () => {
  const env = (...names: readonly string[]) => new Map(names.map((name) => [name, word('x')]));
  test.each([
    'LD_PRELOAD',
    'PYTHONPATH',
    'PYTHONSTARTUP',
    'NODE_OPTIONS',
    'PATH',
    'BASH_ENV',
    'HTTPS_PROXY',
    'https_proxy',
    'ALL_PROXY',
    'GIT_SSH_COMMAND',
    'IFS',
    'PERL5LIB',
    'RUBYOPT',
    'JAVA_TOOL_OPTIONS',
    'npm_config_registry',
    'PIP_INDEX_URL',
    'UV_INDEX_URL',
    'SSL_CERT_FILE',
    'CURL_HOME',
    'KUBECONFIG',
    'DYLD_INSERT_LIBRARIES',
    'PAGER',
    'EDITOR',
    'HOME',
    'A-B',
    '',
  ])('%s steers a program', (name) => expect(unsafeEnv(env(name))).toBe(name));
  test.each(['MATON_API_KEY', 'PORT', 'DEBUG', 'LC_ALL', 'TZ', 'MY_TOKEN', 'CARGOES', 'USERS'])(
    '%s is the application’s own',
    (name) => expect(unsafeEnv(env(name))).toBeUndefined(),
  );
  test('an accept-list accepts only what it names', () => {
    expect(unlistedEnv(env('TF_VAR_x', 'LANG'), ['TF_VAR_*'])).toBeUndefined();
    expect(unlistedEnv(env('TF_CLI_ARGS'), ['TF_VAR_*'])).toBe('TF_CLI_ARGS');
  });
});

describe('properties', () => {
  const all = allShippedTools();
  const words = fc.array(
    fc.oneof(fc.string(), fc.constantFrom('-', '--', '-x', '--a=b', 'run', '<hole>', '-ab', '=', '--', 'install')),
    { maxLength: 8 },
  );
  test('any words give a verdict, the same each time', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), words, (tool, rest) => {
        const line = [word(tool.program), ...rest.map(word)];
        expect(matchTool(tool, line)).toEqual(matchTool(tool, line));
      }),
      { numRuns: 500 },
    );
  });
  test('words at the end never soften a refused example', () => {
    const refused = all.flatMap((tool) =>
      tool.examples.reject.filter(({ as }) => as === 'refused').map(({ run }) => ({ tool, run })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...refused),
        fc.array(fc.constantFrom('x', '--', 'file', 'status'), { maxLength: 4 }),
        ({ tool, run }, more) => {
          expect(matchTool(tool, [...exampleWords(run), ...more.map(word)]).kind).toBe('refused');
        },
      ),
      { numRuns: 500 },
    );
  });
});
