import type { Json } from '../../../ir/json.ts';
import type { ProgramFile } from '../../market/program.ts';
import type { StandIn } from './word-mapper.ts';

/** What is to run, with its own words, variables and files. */
export interface ProgramSource {
  readonly kind: 'source';
  readonly text: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly (readonly [path: string, content: Uint8Array])[];
  /** Text that the plan feeds it; what is piped in where left out. */
  readonly stdin?: Uint8Array;
  readonly stdinFile?: string;
  readonly standIns: readonly StandIn[];
}

export type NoSource = {
  readonly kind: 'none';
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
};

/** The arguments of `shell.run`: text of the skill, or a script of its bundle with the digest that was approved. */
export function programSource(
  args: Json,
  bundle: ReadonlyMap<string, ProgramFile>,
  handle: (name: string) => string,
): ProgramSource | NoSource {
  const given = Object(args) as { readonly [key: string]: Json | undefined };
  const words = Array.isArray(given.args) ? given.args.map(String) : [];
  const rest = {
    args: words,
    env: textMembers(given.env),
    files: filesOf(given.files),
    standIns: standInsOf(given.stand_ins),
    ...(typeof given.stdin === 'string' ? { stdin: new Uint8Array(Buffer.from(given.stdin)) } : {}),
    ...(typeof given.stdin_file === 'string' ? { stdinFile: given.stdin_file } : {}),
  };
  if (typeof given.program === 'string')
    return {
      kind: 'source',
      text: withHandles(given.program, handle),
      name: typeof given.name === 'string' ? given.name : 'bash',
      ...rest,
    };
  if (typeof given.script !== 'string') return none('plan/shape', 'the call names no program');
  const { script, digest } = given;
  const file = bundle.get(script);
  if (file === undefined || digest === undefined)
    return none(
      'shell/unread',
      `\`${script}\` is no file of the skill: nobody has read it`,
      'put the script into the skill',
    );
  const bytes = file.digest === digest ? file.bytes() : undefined;
  if (bytes === undefined)
    return none('skill/snapshot', `the stored copy of \`${script}\` is not what was approved`, 'load the skill again');
  return {
    kind: 'source',
    text: Buffer.from(bytes)
      .toString('utf8')
      .replace(/^#![^\n]*/, ''),
    name: script,
    ...rest,
  };
}

/** A credential that the skill writes out was taken out of the text: its handle stands there. */
function withHandles(text: string, handle: (name: string) => string): string {
  return text.replace(/\$\{secret:([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => handle(name));
}

function none(code: string, message: string, remedy?: string): NoSource {
  return { kind: 'none', code, message, ...(remedy === undefined ? {} : { remedy }) };
}

function textMembers(value: Json | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(value) as { readonly [key: string]: Json }).map(([name, one]) => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]),
  );
}

function filesOf(value: Json | undefined): ProgramSource['files'] {
  return (Array.isArray(value) ? value : []).map((one) => {
    const { path, content } = Object(one) as { readonly path?: unknown; readonly content?: unknown };
    return [String(path), new Uint8Array(Buffer.from(String(content)))];
  });
}

function standInsOf(value: Json | undefined): readonly StandIn[] {
  return (Array.isArray(value) ? value : []).flatMap((one): readonly StandIn[] => {
    const { written, param, secret, setting } = Object(one) as { readonly [key: string]: Json | undefined };
    if (typeof written !== 'string') return [];
    if (typeof param === 'string') return [{ written, part: { param } }];
    if (typeof secret === 'string') return [{ written, part: { secret } }];
    return typeof setting === 'string' ? [{ written, part: setting }] : [];
  });
}
