import type { Command, ExecResult } from 'just-bash';
import type { Control } from './control.ts';
import type { GovernedFs } from './files/governed-fs.ts';
import type { ShellHint } from './protocol.ts';
import { type Context, failed, printedBytes, stdinOf } from './tools/tool.ts';

/** A command that leads outside: its words are for the host to map, judge and run. */
export function outsideCommand(name: string, fs: GovernedFs, control: Control): Command {
  return { name, execute: (args, context) => callOut([name, ...args], context, fs, control) };
}

async function callOut(
  words: readonly string[],
  context: Context,
  fs: GovernedFs,
  control: Control,
): Promise<ExecResult> {
  const stdin = Uint8Array.from(Buffer.from(stdinOf(context), 'latin1'));
  let hint = await control.ask({ kind: 'command', words, cwd: context.cwd, env: { ...context.exportedEnv }, stdin });
  if (hint.kind === 'needs') {
    const files: (readonly [string, Uint8Array | undefined])[] = [];
    for (const path of hint.files) files.push([path, await fs.seenFile(path)]);
    const changes = hint.flush ? fs.changes : [];
    hint = await control.ask({ kind: 'command-files', ticket: hint.ticket, files, changes });
  }
  return hint.kind === 'ran' ? ran(hint, fs) : failed(`${words[0] ?? ''}: no answer`, 126);
}

async function ran(hint: Extract<ShellHint, { kind: 'ran' }>, fs: GovernedFs): Promise<ExecResult> {
  if (hint.flushed) fs.settled();
  for (const { path, bytes, append } of hint.writes) await fs.write(path, bytes, append);
  return printedBytes(Buffer.from(hint.stdout).toString('latin1'), hint.exitCode, hint.stderr);
}
