/**
 * Text tools that run by themselves, over bytes: what they read is standard input and the files that their words name. All others look
 * at directories, at the clock or at other commands, and run where there is a shell program around them.
 */
export const aloneTextCommands = [
  'awk',
  'base64',
  'basename',
  'cat',
  'cut',
  'dirname',
  'egrep',
  'false',
  'fgrep',
  'fold',
  'gawk',
  'grep',
  'head',
  'mawk',
  'md5sum',
  'paste',
  'rev',
  'sed',
  'seq',
  'sha1sum',
  'sha256sum',
  'sha512sum',
  'sort',
  'tac',
  'tail',
  'tee',
  'tr',
  'true',
  'uniq',
  'wc',
] as const;

export type AloneTextCommand = (typeof aloneTextCommands)[number];

/** Text tools without an interpreter of ours: the machine's own, in a sandbox, with the files that their words name. */
export const sandboxedTextCommands: readonly string[] = [
  'b2sum',
  'base32',
  'basenc',
  'bc',
  'cksum',
  'fmt',
  'hexdump',
  'iconv',
  'numfmt',
  'rg',
  'shuf',
  'tsort',
];
