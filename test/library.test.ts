import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);

const server = createServer(({ url = '' }, response) => {
  const { searchParams } = new URL(url, 'http://127.0.0.1');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ city: searchParams.get('city') }));
});
const folder = mkdtempSync(join(tmpdir(), 'skillc-library-'));
let port = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = String((server.address() as AddressInfo).port);
  mkdirSync(join(folder, 'weather'));
  const command = /`weather\/SKILL\.md` holds `([^`]+)`/.exec(readme)?.[1] ?? '';
  const skill = `---\nname: weather\ndescription: The weather of a city.\n---\n## Current weather\n\n    ${command.replace('PORT', port)}\n`;
  writeFileSync(join(folder, 'weather', 'SKILL.md'), skill);
});

afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

/** As a program beside the skill would run it, with the checkout in the place of the package. */
async function run(
  code: string,
): Promise<{ readonly out: string; readonly err: string; readonly code: number | null }> {
  const file = join(folder, 'example.mjs');
  const source = (path: string) => JSON.stringify(join(root, 'src', path));
  writeFileSync(
    file,
    code.replace(/'skillc\/host'/g, source('host/index.ts')).replace(/'skillc'/g, source('index.ts')),
  );
  const child = spawn(process.execPath, [file], { cwd: folder });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const status = await new Promise<number | null>((done) => child.once('close', done));
  return { out, err, code: status };
}

describe('the examples of the README', () => {
  test('are there', () => {
    expect(examples.length).toBe(2);
  });

  test.each(examples.map((code, at) => [at + 1, code] as const))('example %i prints what it says', async (_, code) => {
    const said = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text = '']) =>
      text.replace('PORT', port),
    );
    expect(await run(code)).toEqual({ out: `${said.join('\n')}\n`, err: '', code: 0 });
  });
});

test('compiling loads nothing of what runs', async () => {
  const hooked = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { compile, readBundle } = await import('skillc');
    compile(readBundle('weather').bundle);
    const running = /\\/src\\/(?:exec|host|store|mcp|web|cli)\\/|node_modules\\/(?:undici|hono|@modelcontextprotocol|just-bash|jq-web)\\//;
    console.log(loaded.some((url) => url.includes('/src/parse/')), loaded.filter((url) => running.test(url)).join());
  `;
  expect(await run(hooked)).toEqual({ out: 'true \n', err: '', code: 0 });
});

test('the public names are these', async () => {
  expect(Object.keys(await import('../src/index.ts')).toSorted()).toEqual([
    'addCounts',
    'checkJson',
    'checkRow',
    'checkTotalsText',
    'checkedSkillText',
    'colours',
    'compile',
    'covers',
    'createHost',
    'dependencyLines',
    'derivedLines',
    'diagnose',
    'diagnosticJson',
    'diagnosticText',
    'effectText',
    'execute',
    'findSkills',
    'foundText',
    'inputRows',
    'inputText',
    'isAtLeast',
    'jsonText',
    'load',
    'manifestHtml',
    'manifestJson',
    'manifestRtfs',
    'manifestText',
    'manifestYaml',
    'mapCommand',
    'mapText',
    'nearest',
    'noColours',
    'noCommands',
    'planDigest',
    'readBundle',
    'refusedAnswer',
    'reviewJson',
    'reviewSkills',
    'reviewText',
    'sarifLog',
    'sarifResults',
    'secretPlace',
    'skillManifest',
    'skillRtfs',
    'skillText',
    'sourcePath',
    'sourcesOf',
    'tierMeaning',
    'toolsAt',
    'undecidedLines',
    'visible',
    'visibleLines',
    'withoutHidden',
    'wrapText',
  ]);
});

test('those of the running half are these', async () => {
  expect(Object.keys(await import('../src/host/index.ts')).toSorted()).toEqual([
    'SecretValue',
    'StoreFault',
    'acceptTool',
    'announceServer',
    'approvalById',
    'approvalRows',
    'approvalState',
    'approve',
    'call',
    'callParameters',
    'checkPlan',
    'deny',
    'describeCapability',
    'dimensions',
    'eventsFrom',
    'examine',
    'findApprovals',
    'followLog',
    'foresee',
    'inWorkspace',
    'initPolicy',
    'inputCheck',
    'installPackages',
    'isSettingValue',
    'keepCurrent',
    'learnTool',
    'listApprovals',
    'listBudgets',
    'listCapabilities',
    'listSecrets',
    'listSettings',
    'listSkills',
    'liveGrants',
    'loadJson',
    'loadSkill',
    'logLines',
    'logSize',
    'logSpans',
    'mayElicit',
    'measuredOperations',
    'mostSteps',
    'newConsoleCode',
    'newSigningKey',
    'noParameters',
    'openHost',
    'planOfJail',
    'reachOfSubjects',
    'readCcosToml',
    'readDotenv',
    'rebuildFromLog',
    'removeSecret',
    'requestApproval',
    'reviewApproval',
    'revoke',
    'runInJail',
    'runPlan',
    'runningServer',
    'searchSkills',
    'serveTokens',
    'setSecret',
    'startNewLog',
    'stateOf',
    'storedSkill',
    'suggestTools',
    'systemMounts',
    'takeConsoleCode',
    'today',
    'usableOperations',
    'verifyLog',
    'waitingCall',
    'whyExcerpt',
    'whyForAgent',
    'whyOf',
  ]);
});
