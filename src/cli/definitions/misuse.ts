import type { Command } from 'commander';

/** The way of every wrong use: a line on standard error, exit code 2, and a document for those who asked for one. */
export function misuse(command: Command, message: string): never {
  return command.error(`error: ${message}`);
}
