import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf } from './home.ts';
import type { Terminal } from './terminal.ts';

/** An error here is our own fault: one line for the user, the rest in a file that only they can read. */
export function reportCrash(error: unknown, version: string, argv: readonly string[], terminal: Terminal): void {
  const detail = crashReport(error, version, argv);
  const file = writeReport(detail, terminal);
  const message = error instanceof Error ? error.message : String(error);
  terminal.err(`skillc: internal error: ${message.split('\n', 1)[0]?.replace(/\p{C}/gu, '?')}\n`);
  terminal.err(file === undefined ? `${detail}\n` : `the details are in ${file}; please report them\n`);
}

function crashReport(error: unknown, version: string, argv: readonly string[]): string {
  return [
    `skillc ${version}, Node ${process.version}, ${process.platform} ${process.arch}`,
    `arguments: ${JSON.stringify(argv.map(withoutValue))}`,
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  ].join('\n');
}

/** Names of commands and options, without what a user gave: parameters may be private. */
function withoutValue(word: string): string {
  return /^(?:--?[a-z-]+|[a-z]+)$/.test(word) ? word : word.startsWith('--') ? word.replace(/=.*$/s, '=…') : '…';
}

function writeReport(detail: string, terminal: Terminal): string | undefined {
  try {
    const directory = join(homeOf(terminal.env), 'crashes');
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.txt`);
    writeFileSync(file, `${detail}\n`, { mode: 0o600, flag: 'wx' });
    return file;
  } catch {
    return undefined;
  }
}
