import type { Command, CommandName } from 'just-bash';
import { cmp, mktemp, readlink, realpath, tee } from './tools/file-tools.ts';
import { openssl } from './tools/openssl.ts';
import { shellTool } from './tools/shells.ts';
import { checksum, md5, nothing, shasum, trap, umask, uuidgen, xxd } from './tools/small-tools.ts';
import { textTools } from './tools/text-tools.ts';
import { asCommand, type ShellTool, type ToolHost } from './tools/tool.ts';
import { env, passing, printenv, timeout, xargs } from './tools/wrappers.ts';

/**
 * Tools of the interpreter that touch nothing but the text and the file system they are given. Not among them: whatever has a
 * meaning of its own outside (curl, jq, python, tar …).
 */
export const pureTools: readonly CommandName[] = [
  'awk',
  'chmod',
  'column',
  'comm',
  'cp',
  'date',
  'diff',
  'du',
  'echo',
  'egrep',
  'expand',
  'expr',
  'fgrep',
  'file',
  'find',
  'grep',
  'join',
  'ls',
  'mkdir',
  'mv',
  'nl',
  'od',
  'printf',
  'pwd',
  'rm',
  'rmdir',
  'sed',
  'seq',
  'sleep',
  'split',
  'stat',
  'strings',
  'touch',
  'unexpand',
  'which',
];

const ours: Readonly<Record<string, ShellTool>> = {
  bash: shellTool('bash'),
  caffeinate: passing('caffeinate', /^-[tw]$/),
  cmp,
  dash: shellTool('dash'),
  disown: nothing,
  env,
  gtimeout: timeout,
  ionice: passing('ionice', /^-[cn]$/),
  jobs: nothing,
  md5,
  mktemp,
  nice: passing('nice', /^-n$/),
  nohup: passing('nohup', /^$/),
  openssl,
  printenv,
  readlink,
  realpath,
  setsid: passing('setsid', /^$/),
  sh: shellTool('sh'),
  sha224sum: checksum('sha224'),
  sha384sum: checksum('sha384'),
  shasum,
  stdbuf: passing('stdbuf', /^-[ioe]$/),
  tee,
  timeout,
  trap,
  umask,
  unbuffer: passing('unbuffer', /^$/),
  uuidgen,
  xargs,
  xxd,
};

/** Everything that runs inside, by name; a name that is not here leads outside. */
export function insideCommands(host: ToolHost): readonly Command[] {
  return Object.entries({ ...textTools, ...ours }).map(([name, tool]) => asCommand(name, tool, host));
}

/** Words that could be the name of a command. */
export function nameWords(text: string): ReadonlySet<string> {
  return new Set(text.match(/[A-Za-z_@][A-Za-z0-9_.+@-]*/g) ?? []);
}
