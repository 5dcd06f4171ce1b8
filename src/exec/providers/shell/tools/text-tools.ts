import type { Command } from 'just-bash';
import { judge } from '../../text/judge.ts';
import { cat, md5sum, sha1sum, sha256sum, sha512sum } from '../../text/own/bytes.ts';
import { cut, tr } from '../../text/own/cut-tr.ts';
import { head, tail } from '../../text/own/ends.ts';
import { base64, paste, rev, tac, uniq, wc } from '../../text/own/lines.ts';
import { basename, dirname, fold } from '../../text/own/names.ts';
import { sort } from '../../text/own/sort.ts';
import type { OwnTool } from '../../text/own/tool.ts';
import type { Control } from '../control.ts';
import type { GovernedFs } from '../files/governed-fs.ts';
import { type Context, printedBytes, stdinOf } from './tool.ts';

/** Written here because the interpreter's answer differs from the real tool's. */
const own: Readonly<Record<string, OwnTool>> = {
  base64,
  basename,
  cat,
  cut,
  dirname,
  fold,
  head,
  md5sum,
  paste,
  rev,
  sha1sum,
  sha256sum,
  sha512sum,
  sort,
  tac,
  tail,
  tr,
  uniq,
  wc,
};

/** The interpreter's own, held to the options that were compared with the real ones. */
const judged = ['grep', 'egrep', 'fgrep', 'sed', 'awk', 'gawk', 'mawk', 'seq'] as const;

/** Text tools over the files that the program sees. What one of them does not do exactly ends the program by name. */
export function textCommands(fs: GovernedFs, control: Control): readonly Command[] {
  return [
    ...Object.entries(own).map(([name, tool]) => ownCommand(name, tool, fs, control)),
    ...judged.map((name) => judgedCommand(name, control)),
  ];
}

function ownCommand(name: string, tool: OwnTool, fs: GovernedFs, control: Control): Command {
  return {
    name,
    execute: async (args, context) => {
      const words = args.map(latin1);
      const files = new Map<string, string>();
      const look = async (word: string): Promise<boolean> => {
        const path = fs.resolvePath(context.cwd, utf8(word));
        const bytes = await fs.readFileBuffer(path).catch(() => undefined);
        if (bytes !== undefined) files.set(word, Buffer.from(bytes).toString('latin1'));
        return bytes !== undefined;
      };
      // Most words that name a file are one; which of the others the tool wants shows when it runs.
      for (const word of new Set(words)) if (isNamed(word, context, fs)) await look(word);
      for (;;) {
        let wanted: string | undefined;
        const ran = tool({
          args: words,
          // Asked for only where it is read: what a loop reads from is not for every command in it.
          get stdin() {
            return stdinOf(context);
          },
          file: (word) => {
            const known = files.get(word);
            if (known === undefined) wanted ??= word;
            return known;
          },
        });
        if (wanted !== undefined && (await look(wanted))) continue;
        if (ran.kind === 'unsupported') return control.refuse('text/unsupported', notRun(name, ran.reason), remedy);
        return printedBytes(ran.stdout, ran.exitCode, ran.stderr);
      }
    },
  };
}

function isNamed(word: string, { cwd }: Context, fs: GovernedFs): boolean {
  return word !== '' && word !== '-' && !/^-{1,2}[a-zA-Z]/.test(word) && fs.isOpenFile(fs.resolvePath(cwd, utf8(word)));
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function utf8(text: string): string {
  return Buffer.from(text, 'latin1').toString();
}

function judgedCommand(name: string, control: Control): Command {
  return {
    name,
    execute: async (args, context) => {
      const found = judge(name, args);
      if (found.kind === 'unsupported') return control.refuse('text/unsupported', notRun(name, found.reason), remedy);
      if (context.origCommand === undefined) return control.refuse('text/unsupported', notRun(name, 'it'), remedy);
      const result = await context.origCommand([...found.args]);
      if (found.command === 'awk' && /[0-9]e[+-]?[0-9]/.test(result.stdout))
        return control.refuse('text/unsupported', notRun(name, 'a number with an exponent'), remedy);
      return result;
    },
  };
}

function notRun(name: string, what: string): string {
  return `\`${name}\`: ${what} is not run here`;
}

const remedy = 'use a simpler form';
