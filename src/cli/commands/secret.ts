import { readFileSync } from 'node:fs';
import {
  type KnownSecret,
  listSecrets,
  readCcosToml,
  readDotenv,
  removeSecret,
  SecretValue,
  setSecret,
} from '../../host/index.ts';
import { visible } from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { sessionOf } from '../home.ts';
import { type Printer, type PrintOptions, printerFor } from '../printer.ts';
import { readAll } from '../read-all.ts';
import { isAttended, type Terminal } from '../terminal.ts';
import { failReply, withHost } from '../with-host.ts';

type Misuse = (message: string) => never;

export interface SecretOptions extends PrintOptions {
  readonly skill?: string;
  readonly origin?: string;
  readonly allowShort?: true;
}

export async function runSecretSet(
  name: string,
  options: SecretOptions,
  terminal: Terminal,
  misuse: Misuse,
): Promise<number> {
  const printer = printerFor(terminal, options);
  const text = terminal.stdinIsTerminal
    ? await terminal.prompts.hidden(`Value of ${visible(name)}`)
    : (await readAll(terminal.stdin))?.replace(/\r?\n$/, '');
  if (text === undefined) return misuse('no value came: type it at the question, or pipe it in as UTF-8 text');
  const made = SecretValue.of(text, { allowShort: options.allowShort === true });
  if (made.kind === 'refused') return printer.fail(made);
  return withHost(terminal, printer, async (host) => {
    const { skill, origin } = options;
    const owner = { ...(skill === undefined ? {} : { skill }), ...(origin === undefined ? {} : { origin }) };
    const reply = await setSecret(host, { name, value: made.value, ...owner, session: sessionOf(terminal.env) });
    if (!reply.ok) return failReply(printer, reply);
    const document = { name, kept_in: host.secrets.kind, skill: skill ?? null, origin: origin ?? null };
    await printer.show(document, () => `kept ${visible(name)} in the ${place[host.secrets.kind]}`);
    return exitCode.done;
  });
}

const place: { readonly [K in KnownSecret['kept_in']]: string } = {
  memory: 'memory of this process',
  environment: 'environment',
  'age-file': 'encrypted file secrets.age',
  keychain: 'keychain of the system',
};

export async function runSecretList(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const secrets = await listSecrets(host);
    if ('kind' in secrets) return printer.fail(secrets);
    await printer.show({ store: host.secrets.kind, secrets }, () => secretsText(secrets, printer));
    return exitCode.done;
  });
}

function secretsText(secrets: readonly KnownSecret[], { paint }: Printer): string {
  if (secrets.length === 0) return 'no secrets are kept';
  return secrets
    .flatMap(({ name, kept_in, skill, origin, bindings }) => [
      `${paint.bold(name)}  ${place[kept_in]}${skill === null ? '' : `  for ${visible(skill)}`}${origin === null ? '' : `  at ${visible(origin)}`}`,
      ...bindings.map((one) => visible(`  → ${one.origin} (${one.slot}) for ${one.skill}`)),
    ])
    .join('\n');
}

export async function runSecretRemove(name: string, options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const reply = await removeSecret(host, name, sessionOf(terminal.env));
    if (!reply.ok) return failReply(printer, reply);
    await printer.show(reply.value, () => `removed ${visible(name)}`);
    return exitCode.done;
  });
}

export interface ImportOptions extends PrintOptions {
  readonly yes?: true;
  readonly allowShort?: true;
}

export async function runSecretImport(
  file: string,
  options: ImportOptions,
  terminal: Terminal,
  misuse: Misuse,
): Promise<number> {
  if (options.yes !== true && !isAttended(terminal)) return misuse('names are confirmed at a terminal, or with --yes');
  const printer = printerFor(terminal, options);
  const text = textOf(file);
  if (text === undefined)
    return printer.fail({ code: 'secret/file', message: `\`${file}\` cannot be read`, remedy: 'check the path' });
  const read = file.endsWith('.toml') ? readCcosToml : readDotenv;
  const { secrets, problems } = read(text, { allowShort: options.allowShort === true });
  for (const { line, message } of problems)
    printer.explain({ code: 'secret/line', message: `line ${line}: ${message}` });
  printer.note(`${secrets.length} secrets: ${secrets.map(({ name }) => visible(name)).join(', ') || 'none'}`);
  const sure = options.yes === true || (secrets.length > 0 && (await terminal.prompts.confirm('Keep them?')));
  return withHost(terminal, printer, async (host) => {
    const imported: string[] = [];
    for (const { name, value } of sure ? secrets : []) {
      const reply = await setSecret(host, { name, value, session: sessionOf(terminal.env) });
      if (!reply.ok) return failReply(printer, reply);
      imported.push(name);
    }
    await printer.show({ imported, problems }, () => `kept ${imported.length} secrets`);
    return problems.length === 0 && imported.length === secrets.length ? exitCode.done : exitCode.failed;
  });
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
