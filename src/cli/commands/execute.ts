import { call, callParameters, foresee, type Host } from '../../host/index.ts';
import { type Json, type Schema, visible } from '../../index.ts';
import { tryWithAnswers } from '../ask-person.ts';
import { printForeseen } from '../foreseen-text.ts';
import { sessionOf } from '../home.ts';
import { printOutcome } from '../outcome-text.ts';
import { readOptionWords } from '../parameters.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import { readAll } from '../read-all.ts';
import { isAttended, type Terminal } from '../terminal.ts';
import { withHost } from '../with-host.ts';

export interface ExecuteOptions extends PrintOptions {
  readonly params?: string;
  readonly dryRun?: true;
  readonly approve?: readonly string[];
}

type Misuse = (message: string) => never;

export async function runExecute(
  words: readonly string[],
  options: ExecuteOptions,
  terminal: Terminal,
  misuse: Misuse,
): Promise<number> {
  const { capability, rest } = capabilityOf(words, misuse);
  const approved = (options.approve ?? []).map((digest) => planDigestOf(digest, misuse));
  const given = await givenObject(options.params, terminal, misuse);
  const printer = printerFor(terminal, options);
  const session = sessionOf(terminal.env);
  return withHost(terminal, printer, async (host) => {
    const named = readOptionWords(rest, await schemaOf(host, capability));
    if (named.kind === 'wrong') return misuse(visible(named.message));
    const both = Object.keys(named.values).find((name) => Object.hasOwn(given, name));
    if (both !== undefined) return misuse(`\`${both}\` is given in --params and as --${both}`);
    const stopping = new AbortController();
    const release = terminal.onInterrupt(() => stopping.abort());
    const ask = {
      capability,
      input: { ...given, ...named.values },
      session,
      actor: isAttended(terminal) ? 'person' : 'agent',
      signal: stopping.signal,
    } as const;
    const parameters = () => callParameters(host, capability, ask.input);
    try {
      if (options.dryRun === true) return await printForeseen(await foresee(ask, host.exec), printer);
      const outcome = await tryWithAnswers(
        { host, terminal, printer, session, doing: `running ${capability}`, approved, parameters },
        () => call(ask, host.exec),
        (result) => result,
      );
      return await printOutcome(outcome, printer, terminal);
    } finally {
      release();
    }
  });
}

/** `weather.today --city x` and `weather today --city x` are one. */
function capabilityOf(words: readonly string[], misuse: Misuse): { capability: string; rest: readonly string[] } {
  const first = words.findIndex((word) => word.startsWith('-'));
  const names = first < 0 ? words : words.slice(0, first);
  const [skill = '', operation, ...more] = names;
  if (skill === '') return misuse('name the operation first: skillc execute SKILL OPERATION --name VALUE');
  if (more.length > 0) return misuse(`too many words: \`${more.join(' ')}\`; parameters are written --name VALUE`);
  return {
    capability: operation === undefined ? skill : `${skill}.${operation}`,
    rest: first < 0 ? [] : words.slice(first),
  };
}

/** Never a name and never a pattern: a digest is a yes to that content alone. */
function planDigestOf(text: string, misuse: Misuse): string {
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return text;
  return misuse(
    '--approve takes the digest of a plan (sha256:…), as `skillc manifest` prints it; no names and no patterns',
  );
}

async function givenObject(
  params: string | undefined,
  terminal: Terminal,
  misuse: Misuse,
): Promise<{ readonly [name: string]: Json }> {
  if (params === undefined) return {};
  const text = params === '-' ? await readAll(terminal.stdin) : params;
  if (text === undefined) return misuse('standard input is not UTF-8 text of at most 1 MB');
  const value = parsed(text);
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value))
    return misuse('--params is no JSON object: write --params \'{"name": "value"}\'');
  return value as { readonly [name: string]: Json };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Undefined where there is no such operation: the call itself says so. */
async function schemaOf(host: Host, capability: string): Promise<Schema | undefined> {
  const found = await host.operations.find(capability);
  return found.kind === 'operation' ? found.operation.plan.inputs : undefined;
}
