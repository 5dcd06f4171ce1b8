import { CommanderError } from 'commander';
import { reportCrash } from './crash.ts';
import { exitCode } from './exit-code.ts';
import { buildProgram } from './program.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { packageVersion } from './version.ts';

/** Runs one command line and gives its exit code. The user's mistakes never show a stack. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const version = packageVersion();
  let code: number = exitCode.done;
  const program = buildProgram(version, terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCode.done;
      const { asksForJson, usageText } = await import('./misuse.ts');
      if (asksForJson(argv)) await terminal.out(usageText(error.message));
      return exitCode.usage;
    }
    reportCrash(error, version, argv, terminal);
    return exitCode.failed;
  }
}

export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processTerminal());
}
