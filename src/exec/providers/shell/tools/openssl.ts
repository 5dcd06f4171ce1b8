import { createHmac, hash, randomBytes } from 'node:crypto';
import { holdsHandle, refuseDigest } from './own-tool.ts';
import { type Context, printed, printedBytes, type ShellTool, stdinOf, type ToolHost } from './tool.ts';

const digests = new Set(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']);
const handle = /^skh_[0-9a-f]{32}$/;

/** Digests, encodings and random bytes are pure. What needs a key of the machine, or the network, is refused by name. */
export const openssl: ShellTool = async (words, context, host) => {
  const [command = '', ...rest] = words;
  if (command === 'rand') return rand(rest, host);
  if (command === 'base64' || (command === 'enc' && rest.includes('-base64'))) return base64(rest, context, host);
  if (command === 'dgst' || digests.has(command))
    return dgst(command === 'dgst' ? rest : [`-${command}`, ...rest], context, host);
  return refuse(host, `\`openssl ${command}\``);
};

function refuse({ control }: ToolHost, what: string): never {
  return control.refuse('shell/unsupported', `${what} is not run here`, 'digests, HMAC, base64 and rand are');
}

async function rand(words: readonly string[], host: ToolHost) {
  const form = words.find((word) => word === '-hex' || word === '-base64');
  const count = words.find((word) => /^[1-9]\d{0,4}$/.test(word));
  if (count === undefined || words.length !== (form === undefined ? 1 : 2))
    return refuse(host, 'this form of `openssl rand`');
  const bytes = randomBytes(Number(count));
  if (form === undefined) return printedBytes(bytes.toString('latin1'));
  return printed(form === '-hex' ? `${bytes.toString('hex')}\n` : wrapped(bytes.toString('base64')));
}

/** Lines of 64 characters. */
function wrapped(text: string): string {
  return (text.match(/.{1,64}/g) ?? []).map((line) => `${line}\n`).join('');
}

async function base64(words: readonly string[], context: Context, host: ToolHost) {
  const known = new Set(['-base64', '-e', '-d', '-A', '-in']);
  const at = words.indexOf('-in');
  const file = at < 0 ? undefined : words[at + 1];
  const wrong = words.find((word, index) => !known.has(word) && index !== at + 1);
  if (wrong !== undefined || (at >= 0 && file === undefined))
    return refuse(host, `\`openssl base64 ${wrong ?? '-in'}\``);
  const input = await inputOf(file, context, host);
  if (words.includes('-d')) return printedBytes(Buffer.from(input.toString('latin1'), 'base64').toString('latin1'));
  const text = input.toString('base64');
  return printed(words.includes('-A') ? text : wrapped(text));
}

async function inputOf(file: string | undefined, context: Context, { fs }: ToolHost): Promise<Buffer> {
  if (file === undefined) return Buffer.from(stdinOf(context), 'latin1');
  return Buffer.from(await fs.readFileBuffer(fs.resolvePath(context.cwd, file)));
}

async function dgst(words: readonly string[], context: Context, host: ToolHost) {
  let [algorithm, form, reverse, key] = ['sha256', 'text', false, undefined as string | undefined];
  let keyForm = 'text';
  const files: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (digests.has(word.slice(1)) && word.startsWith('-')) algorithm = word.slice(1);
    else if (word === '-hmac') key = words[++at] ?? '';
    else if (word === '-mac' && /^hmac$/i.test(words[at + 1] ?? '')) at += 1;
    else if (word === '-macopt') {
      const [, kind, value] = /^(hexkey|key):(.*)$/s.exec(words[++at] ?? '') ?? [];
      if (kind === undefined || value === undefined) return refuse(host, 'this form of `openssl dgst -macopt`');
      [key, keyForm] = [value, kind === 'hexkey' ? 'hex' : 'text'];
    } else if (word === '-hex') form = 'text';
    else if (word === '-binary') form = 'binary';
    else if (word === '-r') reverse = true;
    else if (word.startsWith('-') && word !== '-') return refuse(host, `\`openssl dgst ${word}\``);
    else if (word !== '-') files.push(word);
  }
  if (files.length > 1) return refuse(host, `this form of \`openssl dgst\``);
  const [file] = files;
  const input = await inputOf(file, context, host);
  if (holdsHandle(input.toString('latin1'))) return refuseDigest('openssl dgst', host.control);
  const bytes =
    key === undefined
      ? Buffer.from(hash(algorithm, input, 'hex'), 'hex')
      : await sign(input, algorithm, key, keyForm, host);
  if (form === 'binary') return printedBytes(bytes.toString('latin1'));
  const hex = bytes.toString('hex');
  if (reverse) return printed(`${hex} *${file ?? 'stdin'}\n`);
  const label = `${key === undefined ? '' : 'HMAC-'}${algorithm.toUpperCase().replace(/^SHA(\d{3})$/, 'SHA2-$1')}`;
  return printed(`${label}(${file ?? 'stdin'})= ${hex}\n`);
}

/** With a secret it is the broker that signs; its value never comes here. */
async function sign(input: Buffer, algorithm: string, key: string, form: string, host: ToolHost): Promise<Buffer> {
  if (handle.test(key) && form === 'text') {
    const hint = await host.control.ask({ kind: 'sign', key, algorithm, bytes: Uint8Array.from(input) });
    return hint.kind === 'signed' ? Buffer.from(hint.signature) : refuse(host, 'this way to sign');
  }
  if (key.includes('skh_')) return refuse(host, 'signing with a key that is made of a secret');
  return createHmac(algorithm, form === 'hex' ? Buffer.from(key, 'hex') : key)
    .update(input)
    .digest();
}
