import type { OwnTool } from '../../text/own/tool.ts';
import type { Control } from '../control.ts';
import type { GovernedFs } from '../files/governed-fs.ts';
import { type Context, printedBytes, type ShellTool, stdinOf } from './tool.ts';

/** A text tool of ours over the files that the program sees. What it does not do exactly ends the program by name. */
export function ownTool(name: string, tool: OwnTool): ShellTool {
  return async (args, context, { fs, control }) => {
    const words = args.map(latin1);
    const files = new Map<string, string>();
    const look = async (word: string): Promise<boolean> => {
      const bytes = await fs.readFileBuffer(fs.resolvePath(context.cwd, utf8(word))).catch(() => undefined);
      if (bytes !== undefined) files.set(word, Buffer.from(bytes).toString('latin1'));
      return bytes !== undefined;
    };
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
      if (wanted !== undefined && (await look(wanted))) {
        // Where one word names a file that is read, others that name one mostly are read too.
        for (const word of new Set(words)) if (!files.has(word) && isNamed(word, context, fs)) await look(word);
        continue;
      }
      if (isDigest.test(name) && [...files.values(), stdinOf(context)].some(holdsHandle))
        return refuseDigest(name, control);
      if (ran.kind === 'unsupported')
        return control.refuse('text/unsupported', `\`${name}\`: ${ran.reason} is not run here`, 'use a simpler form');
      return printedBytes(ran.stdout, ran.exitCode, ran.stderr);
    }
  };
}

const isDigest = /^(?:md5|sha\d+)sum$/;

/** The handle of a secret: its digest is not that of the value. */
export function holdsHandle(text: string): boolean {
  return /skh_[0-9a-f]{32}/.test(text);
}

export function refuseDigest(name: string, control: Control): never {
  const remedy = 'sign with `openssl dgst -hmac`';
  return control.refuse('secret/local-signing', `\`${name}\` would hash a secret whose value is not here`, remedy);
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
