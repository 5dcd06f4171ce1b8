/** What is known of one program: a file of `capabilities/tools`, checked. */
export interface Tool {
  readonly program: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly docs?: string;
  /** Packages that hold this program, so that `npx pkg` and `uvx pkg` mean it. */
  readonly packages: { readonly npm: readonly string[]; readonly pypi: readonly string[] };
  /** Origins behind `$hosts`. May hold `${setting:NAME}`. */
  readonly hosts: readonly string[];
  readonly secrets: readonly ToolSecret[];
  /** Files with credentials that the program reads when it connects to its hosts. */
  readonly credentialFiles: readonly string[];
  /** Variables that may stand in front of the command; `PREFIX_*` for a family. */
  readonly env: readonly string[];
  /** `single-dash`: `-name value` and `-name=value` are long options (ffmpeg, terraform, openssl). */
  readonly style: 'gnu' | 'single-dash';
  readonly abbreviations: boolean;
  /** Without any word behind it the program prints its help and does nothing else. */
  readonly helpAlone: boolean;
  /** `tar xzf FILE`: the first word is a bundle of letters without a dash. */
  readonly oldBundle: boolean;
  /** `file://`, `@`: a value that starts so names a file to read. */
  readonly filePrefixes: readonly string[];
  /** `of=`: a word that starts so names a file to write. */
  readonly writePrefixes: readonly string[];
  /** `s3://`: a word that starts so names a thing of the service behind `hosts`, no file and no other host. */
  readonly servicePrefixes: readonly string[];
  /** Why standard input makes the use unknown: the program takes its commands from there. */
  readonly stdinProgram?: string;
  /** Words that are refused wherever they stand; `prefix*` for a family. */
  readonly refuseWords: readonly { readonly pattern: string; readonly reason: string }[];
  /** Words that make the use unknown, wherever they stand. */
  readonly unknownWords: Tool['refuseWords'];
  /** Options in front of the sub-command; no other is known there. */
  readonly globals: ToolOptions;
  readonly options: ToolOptions;
  readonly otherOptions: OtherOptions;
  readonly rules: readonly ToolRule[];
  readonly examples: { readonly match: readonly MatchExample[]; readonly reject: readonly RejectExample[] };
}

export interface ToolSecret {
  readonly env: string;
  readonly origin: string;
  readonly slot: string;
}

/** What an option that no row names does: nothing that matters, nothing but take a value, or it is not known. */
export type OtherOptions = 'accept' | 'take-value' | 'unknown';

export type OptionRole =
  | 'flag'
  | 'value'
  | 'read'
  | 'write'
  | 'update'
  | 'mount'
  | 'host'
  | 'port'
  /** Its value is a credential: whatever variable stands there is a secret. */
  | 'secret'
  | 'refuse'
  | 'unknown';

export interface ToolOption {
  readonly role: OptionRole;
  /** For `refuse` and `unknown`: why. */
  readonly reason?: string;
  /** Scheme for a `host` value that is written without one. */
  readonly scheme?: string;
  /** Only these values are known; `prefix*` for a family. */
  readonly accept?: readonly string[];
}

export interface ToolOptions {
  readonly rows: ReadonlyMap<string, ToolOption>;
  /** `--network=host`: refused or unknown only with that value. */
  readonly values: readonly ValueRow[];
  /** What an option adds to what its rule does: `--fix` writes, `-f concat` reads more. */
  readonly additions: readonly Addition[];
}

export interface Addition extends Reach {
  readonly option: string;
  /** Only with that value. */
  readonly value?: string;
}

export interface ValueRow {
  readonly option: string;
  readonly value: string;
  readonly role: 'refuse' | 'unknown';
  readonly reason: string;
}

/** What a use of the program touches. */
export interface Reach {
  /** Origins, `$hosts`, `$1`, `$*`, `ssh://$1`. */
  readonly network: readonly string[];
  /** Paths, `$1`, `$2..`, `$last`, `$*`. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Whether the tool's secrets and credential files go along. */
  readonly secrets: boolean;
}

export interface ToolRule extends Reach {
  /** The first is the rule's name; `*` stands for every other sub-command. */
  readonly when: readonly string[];
  readonly outcome:
    | { readonly kind: 'effects' }
    | { readonly kind: 'refused'; readonly reason: string }
    | { readonly kind: 'unknown'; readonly reason: string };
  /** A set-up step: listed for the reviewer, no operation. */
  readonly installs: boolean;
  /** Starts code of the project, which may read any variable of its own (`npm run`). */
  readonly ownCode: boolean;
  readonly options: ToolOptions;
  readonly otherOptions?: OtherOptions;
  /** After that many operands every word is an operand (`ssh host command -x`). */
  readonly stopAfter?: number;
  /** Why an operand makes the use unknown: `npm init` is known, `npm init package` is not. */
  readonly unknownOperand?: string;
  /** Words that look like paths name things on another machine or of the service. */
  readonly remotePaths: boolean;
}

export interface MatchExample {
  readonly run: string;
  readonly rule: string;
  /** As `showEffect` writes them, without the program's own process effect. */
  readonly effects: readonly string[];
}

export interface RejectExample {
  readonly run: string;
  readonly as: 'refused' | 'unknown';
}

/** Where tools come from: a port, so that only the asked program's file is read. */
export interface ToolTable {
  readonly get: (program: string) => Tool | undefined;
  /** The one program of an npm package that is named otherwise. */
  readonly ofPackage?: (name: string) => string | undefined;
}

export const noTools: ToolTable = { get: () => undefined };
