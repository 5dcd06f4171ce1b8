import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JailAsked, type JailConfig, type JailPlan, planJail } from '../../../src/exec/jail/jail-plan.ts';

let root: string;
let user: string;
let project: string;
let home: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-plan-')));
  user = join(root, 'user');
  project = join(user, 'project');
  home = join(user, '.skillc');
  for (const path of [
    user,
    project,
    home,
    join(user, 'state'),
    join(root, 'node/bin'),
    join(root, 'node/lib/node_modules/agent'),
  ])
    mkdirSync(path, { recursive: true });
  mkdirSync(join(root, 'node/share'));
  for (const path of ['node/bin/node', 'node/lib/node_modules/agent/cli.js', 'user/state/tool']) {
    writeFileSync(join(root, path), '#!/bin/sh\n');
    chmodSync(join(root, path), 0o755);
  }
  symlinkSync('../lib/node_modules/agent/cli.js', join(root, 'node/bin/agent'));
  symlinkSync(home, join(user, 'link'));
});

afterAll(() => rmSync(root, { recursive: true }));

const asked = (config: JailConfig = {}, more: Partial<JailAsked> = {}): JailAsked => ({
  command: ['sh'],
  workspace: project,
  config,
  environment: { HOME: user, PATH: `${join(root, 'node/bin')}:relative:/usr/bin:/home/other/bin`, USER: 'ann' },
  hidden: [home, `${home}-anchors`],
  node: join(root, 'node/bin/node'),
  uid: 501,
  ...more,
});

const planned = (given: JailAsked): JailPlan => {
  const plan = planJail(given);
  return plan.kind === 'plan' ? plan : expect.fail(plan.message);
};

test('the workspace, what is configured, and the programs and packages of Node', () => {
  const plan = planned(asked({ mounts: [{ path: '~/state/', access: 'write' }, { path: '/usr/share' }] }));
  const at = (path: string, access: 'read' | 'write', why: string) => ({ host: path, at: path, access, why });
  expect(plan.mounts).toEqual([
    at(project, 'write', 'workspace'),
    at(join(user, 'state'), 'write', 'configuration'),
    at(join(root, 'node/bin'), 'read', 'node'),
    at(join(root, 'node/lib/node_modules'), 'read', 'node'),
  ]);
  expect([plan.env.PATH, plan.env.USER, plan.uid, plan.home]).toEqual([
    `/run/skillc/bin:${join(root, 'node/bin')}:/usr/bin:/usr/local/bin:/bin`,
    'ann',
    501,
    user,
  ]);
});

test('an agent that npm installed is found with its package, and one that is hidden says what to add', () => {
  const installed = planned(asked({}, { command: ['agent', '-p', 'x'] }));
  const hidden = planJail(asked({}, { command: [join(user, 'state/tool')] }));
  const none = planJail(asked({}, { command: ['no-such-agent'] }));
  expect([installed.program, installed.args]).toEqual([join(root, 'node/bin/agent'), ['-p', 'x']]);
  expect([hidden, none]).toEqual([
    {
      kind: 'flaw',
      code: 'jail/program',
      message: `\`${join(user, 'state/tool')}\` is at \`${join(user, 'state/tool')}\`, which no jail shows`,
      remedy: `add \`{ path: ${join(user, 'state')} }\` to \`jail.mounts\` in config.yaml`,
    },
    { kind: 'flaw', code: 'jail/program', message: 'there is no program `no-such-agent`' },
  ]);
});

test('root outside is nobody special inside', () => {
  expect(planned(asked({}, { uid: 0 })).uid).toBe(1_000);
});

test.each<
  readonly [
    string,
    JailConfig,
    Partial<JailAsked> | ((at: { user: string; home: string }) => Partial<JailAsked>),
    string,
  ]
>([
  ['the home of the user', {}, ({ user }) => ({ workspace: user }), 'is no workspace'],
  ['the root', {}, { workspace: '/' }, 'is no workspace'],
  ['what holds the home', {}, ({ user }) => ({ workspace: join(user, '..') }), 'is no workspace'],
  ['a directory of the system', {}, { workspace: '/usr/share' }, 'is no workspace'],
  ['/etc', {}, { workspace: '/etc' }, 'is no workspace'],
  ['no directory', {}, { workspace: '/dev/null' }, 'is not a directory'],
  ['nothing', {}, { workspace: '/no/such' }, 'is not a directory'],
  ['the home of skillc', {}, ({ home }) => ({ workspace: home }), 'the home of skillc'],
  ['the home of skillc by a link', {}, ({ user }) => ({ workspace: join(user, 'link') }), 'the home of skillc'],
  [
    'a project that holds the home of skillc',
    {},
    ({ user }) => ({ hidden: [join(user, 'project/.skillc')] }),
    'the home of skillc',
  ],
  ['a mount of the home of skillc', { mounts: [{ path: '~/.skillc' }] }, {}, 'the home of skillc'],
  ['a mount of it by a link', { mounts: [{ path: '~/link' }] }, {}, 'the home of skillc'],
  ['a mount that holds all', { mounts: [{ path: '~/' }] }, {}, 'holds your whole home'],
  ['the whole machine', { mounts: [{ path: '/' }] }, {}, 'is not an absolute path'],
  ['a relative mount', { mounts: [{ path: 'state' }] }, {}, 'is not an absolute path'],
  ['a mount that is not there', { mounts: [{ path: '~/none' }] }, {}, 'does not exist'],
  ['processes of the machine', { mounts: [{ path: '/proc/1' }] }, {}, 'belongs to the jail'],
  ['settings of the machine', { mounts: [{ path: '/usr/../etc/ssh' }] }, {}, 'belongs to the jail'],
  ['a bare host', { hosts: ['api.example.com'] }, {}, 'is no origin'],
  ['a host without encryption', { hosts: ['http://api.example.com'] }, {}, 'is no origin'],
  ['a host with a path', { hosts: ['https://api.example.com/v1'] }, {}, 'is no origin'],
  ['any host', { hosts: ['https://*.example.com'] }, {}, 'is no origin'],
  ['a host in capitals', { hosts: ['https://API.example.com'] }, {}, 'is no origin'],
  ['a variable of the jail', { env: ['HTTPS_PROXY'] }, {}, 'the jail sets itself'],
  ['another home of skillc', { env: ['SKILLC_HOME'] }, {}, 'the jail sets itself'],
  ['a variable that loads code', { env: ['LD_PRELOAD'] }, {}, 'the jail sets itself'],
  ['options of Node', { env: ['NODE_OPTIONS'] }, {}, 'the jail sets itself'],
  ['no name of a variable', { env: ['A=B'] }, {}, 'the jail sets itself'],
])('%s is refused', (_, config, more, message) => {
  const plan = planJail(asked(config, typeof more === 'function' ? more({ user, home }) : more));
  expect(plan).toEqual(expect.objectContaining({ kind: 'flaw', message: expect.stringContaining(message) }));
});

test('secrets of the environment stay out, but for the names that are configured', () => {
  const environment = {
    HOME: user,
    PATH: '/usr/bin',
    TERM: 'xterm',
    LC_TIME: 'C',
    API_KEY: 'a',
    MODEL_KEY: 'b',
    SSH_AUTH_SOCK: '/s',
  };
  const { env, passed } = planned(asked({ env: ['MODEL_KEY', 'NOT_SET'] }, { environment }));
  expect([env.TERM, env.LC_TIME, env.API_KEY, env.SSH_AUTH_SOCK, env.MODEL_KEY, env.NOT_SET, passed]).toEqual([
    'xterm',
    'C',
    undefined,
    undefined,
    'b',
    undefined,
    ['MODEL_KEY'],
  ]);
});
