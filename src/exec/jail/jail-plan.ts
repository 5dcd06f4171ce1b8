import { isAbsolute } from 'node:path';
import { isProblem } from '../../http/url/problem.ts';
import { curlReading, readUrl } from '../../http/url/read.ts';
import { egressEnvironment } from '../egress/environment.ts';
import { proxyInside } from '../egress/open-egress.ts';
import { findAgent, visiblePath } from './find-agent.ts';
import {
  configuredMount,
  type HostPaths,
  homeDirectory,
  isSystemPath,
  type JailFlaw,
  type JailMount,
  nodeMounts,
  realPath,
  workspaceMount,
} from './visible-files.ts';

/** `jail` of `config.yaml` in the home. A project has no say in it. */
export interface JailConfig {
  /** Origins that the agent may reach by itself, such as that of its model: `https://api.example.com`. */
  readonly hosts?: readonly string[];
  /** Names of variables that it gets from the environment. */
  readonly env?: readonly string[];
  readonly mounts?: readonly { readonly path: string; readonly access?: 'read' | 'write' }[];
}

export interface JailAsked {
  readonly command: readonly string[];
  readonly workspace: string;
  readonly config: JailConfig;
  readonly environment: { readonly [name: string]: string | undefined };
  /** `$SKILLC_HOME` and where its anchors are. */
  readonly hidden: readonly string[];
  /** Node that runs skillc: what is inside uses it to reach the server. */
  readonly node: string;
  /** Of the user outside. */
  readonly uid: number;
}

/** Exactly what an agent gets. */
export interface JailPlan {
  readonly kind: 'plan';
  readonly program: string;
  readonly args: readonly string[];
  readonly workspace: string;
  /** Empty at the start and gone at the end, but for what is mounted in it. */
  readonly home: string;
  readonly mounts: readonly JailMount[];
  readonly hosts: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Which of `env` come from the environment because the configuration says so: they may be keys. */
  readonly passed: readonly string[];
  readonly uid: number;
}

/** What tells of the terminal and the language, and nothing of the person. */
const usual = ['TERM', 'COLORTERM', 'LANG', 'LANGUAGE', 'TZ', 'NO_COLOR', 'FORCE_COLOR', 'COLUMNS', 'LINES'];

/** Names that the jail sets itself, or that change what every program in it is. */
const own =
  /^(?:PATH|HOME|PWD|SKILLC_.*|(?:https?|all|no)_proxy|LD_.*|NODE_OPTIONS|NODE_USE_ENV_PROXY|.*_CA_(?:BUNDLE|CERTS)|SSL_CERT_.*|GIT_SSL_.*|WGETRC|BASH_ENV|ENV)$/i;

/** Not 0 inside: programs behave better when they are nobody special. */
const uidForRoot = 1_000;

export function planJail(asked: JailAsked): JailPlan | JailFlaw {
  const { config, environment, command } = asked;
  const home = homeDirectory(environment);
  const paths: HostPaths = { home, hidden: asked.hidden.map((path) => realPath(path) ?? path) };
  const wrongHost = (config.hosts ?? []).find((host) => !isOrigin(host));
  if (wrongHost !== undefined)
    return flaw('jail/host', `\`${wrongHost}\` is no origin such as \`https://api.example.com\``);
  const wrongName = (config.env ?? []).find((name) => !/^[A-Za-z_]\w*$/.test(name) || own.test(name));
  if (wrongName !== undefined) return flaw('jail/env', `\`${wrongName}\` is a variable that the jail sets itself`);
  const mounts = mountsOf(asked, paths);
  if ('kind' in mounts) return mounts;
  const path = environment.PATH ?? '';
  const agent = findAgent(command[0] ?? '', path, mounts);
  if (agent.kind === 'flaw') return agent;
  const workspace = mounts[0]?.at ?? '/';
  const passed = (config.env ?? []).filter((name) => environment[name] !== undefined);
  return {
    kind: 'plan',
    program: agent.program,
    args: command.slice(1),
    workspace,
    home,
    mounts,
    hosts: config.hosts ?? [],
    env: {
      ...variables(environment, passed),
      PATH: visiblePath(path, mounts),
      HOME: home,
      PWD: workspace,
      ...egressEnvironment(proxyInside),
    },
    passed,
    uid: asked.uid === 0 ? uidForRoot : asked.uid,
  };
}

function mountsOf(asked: JailAsked, paths: HostPaths): readonly JailMount[] | JailFlaw {
  const workspace = workspaceMount(asked.workspace, paths);
  if ('kind' in workspace) return workspace;
  const out = [workspace];
  for (const one of asked.config.mounts ?? []) {
    const mount = configuredMount(one, paths);
    if (mount === undefined) continue;
    if ('kind' in mount) return mount;
    out.push(mount);
  }
  for (const node of [asked.node, nodeOnPath(asked.environment.PATH ?? '')]) {
    if (node !== undefined) out.push(...nodeMounts(node, paths));
  }
  const known = new Map(out.toReversed().map((mount) => [mount.at, mount] as const));
  return out.filter((mount) => known.get(mount.at) === mount);
}

/** The agent's own, which need not be the one that runs skillc. */
function nodeOnPath(path: string): string | undefined {
  const directory = path.split(':').find((one) => isAbsolute(one) && realPath(`${one}/node`) !== undefined);
  return directory === undefined ? undefined : `${directory}/node`;
}

function variables(environment: JailAsked['environment'], passed: readonly string[]): Record<string, string> {
  const { USER, SHELL } = environment;
  const names = [...usual, ...Object.keys(environment).filter((name) => /^LC_[A-Z]+$/.test(name)), ...passed];
  const out: Record<string, string> = {};
  for (const name of names) {
    const value = environment[name];
    if (value !== undefined) out[name] = value;
  }
  const user = USER !== undefined && /^[A-Za-z_][\w.-]{0,31}$/.test(USER) ? USER : 'agent';
  return {
    ...out,
    USER: user,
    LOGNAME: user,
    SHELL: SHELL !== undefined && isSystemPath(SHELL) ? SHELL : '/bin/sh',
    // There is none in here: host verbs have nothing to work on.
    SKILLC_HOME: '/run/skillc/outside',
  };
}

/** In its one spelling: this text is what a tunnel's target is compared with. */
function isOrigin(text: string): boolean {
  const parts = readUrl(text, curlReading);
  return !isProblem(parts) && parts.scheme === 'https' && parts.origin === text;
}

function flaw(code: string, message: string): JailFlaw {
  return { kind: 'flaw', code, message, remedy: 'mend `jail` in config.yaml: docs/jail.md lists its keys' };
}
