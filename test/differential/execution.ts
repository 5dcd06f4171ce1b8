import { compile } from '../../src/index.ts';
import { showExpr } from '../../src/ir/expr.ts';
import type { Json } from '../../src/ir/json.ts';
import type { Plan } from '../../src/ir/plan.ts';
import type { RequestTemplate } from '../../src/ir/request.ts';
import { isHole, literalText, type Text } from '../../src/ir/text.ts';
import { bundleOf } from '../parse/bundle-of.ts';
import { differencesSent } from './compare.ts';
import { type Mapping, mapping } from './differential.ts';
import type { ExecutionJob, ExecutionResult } from './execution-jobs.ts';
import { placeholder } from './fill.ts';
import { stdinContent } from './fixtures.ts';
import type { RealResult } from './jobs.ts';
import { runReal } from './real-program.ts';
import type { RecordedRequest } from './recorder.ts';
import { runExecuted } from './run-executed.ts';
import { solve } from './solve.ts';

export type ExecutionVerdict =
  | { readonly kind: 'equal'; readonly approved: boolean }
  /** The same but for how a caller's value is percent-encoded in the target. */
  | { readonly kind: 'encoded'; readonly targets: readonly string[] }
  /** The same request; what followed failed. */
  | { readonly kind: 'ended'; readonly code: string; readonly message: string }
  | { readonly kind: 'different'; readonly details: readonly string[] }
  /** No test: what the skill leaves open is nowhere in the command. */
  | { readonly kind: 'unfilled'; readonly details: readonly string[] }
  /** The real program ended with an error and sent nothing. */
  | { readonly kind: 'failed'; readonly stderr: string }
  /** Skillc says no, before or when it would have to send it. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

interface Pair {
  readonly mapped: Mapping;
  readonly job: ExecutionJob;
}

/** Compiles each command as a skill, executes it, runs it for real, and compares what arrived. */
export async function judgeExecution(
  commands: readonly (readonly Text[])[],
  plainWord?: (name: string) => string,
): Promise<readonly ExecutionVerdict[]> {
  const pairs = commands.map((words) => pairOf(words, plainWord));
  const runnable = pairs.filter((pair) => 'job' in pair);
  const [executed, real] = await Promise.all([
    runExecuted(runnable.map(({ job }) => job)),
    runReal(runnable.map(({ mapped }) => mapped.job)),
  ]);
  let next = 0;
  return pairs.map((pair) => {
    if (!('job' in pair)) return pair;
    const at = next++;
    return verdict(pair, executed[at], real[at]);
  });
}

function pairOf(words: readonly Text[], plainWord?: (name: string) => string): Pair | ExecutionVerdict {
  const mapped = mapping(words, true, plainWord);
  if (!('job' in mapped)) {
    return mapped.kind === 'refused' || mapped.kind === 'unknown'
      ? { ...mapped, kind: 'refused' }
      : { kind: 'refused', code: 'mapping', message: mapped.kind };
  }
  const line = lineOf(words);
  if (line === undefined) return { kind: 'refused', code: 'dynamic', message: 'known only while a program runs' };
  const compiled = compile(bundleOf({ 'SKILL.md': skillOf(line, mapped.requests.some(readsStdin)) }));
  const [operation] = compiled.operations;
  if (operation?.plan === undefined) {
    const { code = 'compile/none', message = 'no operation' } =
      compiled.diagnostics.find(({ severity }) => severity === 'error') ?? compiled.diagnostics.at(-1) ?? {};
    return { kind: 'refused', code, message };
  }
  const written = new Map(
    compiled.credentials.map(({ name, written: text }) => [name, mapped.filling.word(literalText(text))]),
  );
  const inPlace = solve(operation.plan, mapped.requests);
  const { variable, standIn } = mapped.filling;
  const value = (name: string) => {
    const [text, another] = inPlace.get(name) ?? [];
    // Curl reads `{id}` in a URL as `id` and elsewhere as it stands: no one word is both.
    if (another !== undefined) return undefined;
    return written.get(name) ?? variable(words, name) ?? text ?? standIn(words, name);
  };
  if (JSON.stringify(operation.plan.calls.map(({ args }) => showExpr(args))).search(placeholder) >= 0)
    return { kind: 'unfilled', details: ['a stand-in that is text to the skill'] };
  const filled = valuesOf(operation.plan, value);
  return 'kind' in filled ? filled : { mapped, job: { plan: operation.plan, ...filled, files: mapped.job.files } };
}

function readsStdin({ body }: RequestTemplate): boolean {
  if (body?.kind === 'bytes') return body.parts.some(({ kind }) => kind === 'stdin');
  return body?.kind === 'multipart' && body.fields.some(({ value }) => value.kind === 'stdin');
}

/** The words as one line of shell; undefined where one of them is no text. */
function lineOf(words: readonly Text[]): string | undefined {
  const written = words.map((word) => word.map((piece) => (isHole(piece) ? holeOf(piece) : quoted(piece.value))));
  const whole = written.map((pieces) => (pieces.length === 0 ? "''" : pieces.join('')));
  return written.flat().includes(undefined) ? undefined : whole.join(' ');
}

function holeOf(hole: Exclude<Text[number], { kind: 'literal' }>): string | undefined {
  if (hole.kind === 'placeholder') return quoted(hole.written);
  return hole.kind === 'variable' ? `"\${${hole.name}}"` : undefined;
}

/** A carriage return is written as an escape: as a character it would be a line end of the skill's text. */
function quoted(text: string): string {
  if (!text.includes('\r')) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(/[\\']/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`;
}

const fence = '~'.repeat(12);

function skillOf(line: string, piped: boolean): string {
  const lines = stdinContent.trimEnd().split('\n').map(quoted).join(' ');
  const command = piped ? `printf '%s\\n' ${lines} | ${line}` : line;
  return `---\nname: differential\ndescription: One command.\n---\n\n## Run\n\n${fence}bash\n${command}\n${fence}\n`;
}

type Values = Omit<ExecutionJob, 'plan' | 'files'>;

/** The same words as in the real command; a name that nothing stands for makes the line no test. */
function valuesOf(plan: Plan, value: (name: string) => string | undefined): Values | ExecutionVerdict {
  const properties = (plan.inputs.properties ?? {}) as { readonly [name: string]: { readonly type?: Json } };
  const required = (plan.inputs.required ?? []) as readonly string[];
  const inputs: [string, Json][] = [];
  for (const name of required) {
    const word = value(name);
    if (word === undefined) return unfilled(name);
    inputs.push([name, /^(?:integer|number)$/.test(String(properties[name]?.type)) ? Number(word) : word]);
  }
  const texts = (names: readonly string[]) => names.map((name) => [name, value(name)] as const);
  const settings = texts(plan.settings.map(({ name }) => name));
  const secrets = texts(plan.secrets.map(({ name }) => name));
  const open = [...settings, ...secrets].find(([, word]) => word === undefined);
  if (open !== undefined) return unfilled(open[0]);
  return {
    inputs: Object.fromEntries(inputs),
    settings: Object.fromEntries(settings) as Values['settings'],
    secrets: Object.fromEntries(secrets) as Values['secrets'],
  };
}

function unfilled(name: string): ExecutionVerdict {
  return { kind: 'unfilled', details: [`nothing in the command stands for \`${name}\``] };
}

function verdict(
  { mapped, job }: Pair,
  ours: ExecutionResult | undefined,
  theirs: RealResult | undefined,
): ExecutionVerdict {
  if (ours === undefined || theirs === undefined) return { kind: 'different', details: ['no result'] };
  if (theirs.requests.length === 0 && theirs.code !== 0) return { kind: 'failed', stderr: theirs.stderr.trim() };
  const { code, message = '' } = ours;
  if (ours.requests.length === 0 && code !== undefined) return { kind: 'refused', code, message };
  if (ours.requests.length !== theirs.requests.length) {
    const counted = `${ours.requests.length} requests, the real program ${theirs.requests.length}`;
    return { kind: 'different', details: [counted, `${ours.outcome} ${code} ${message}`, theirs.stderr] };
  }
  const parallel = mapped.job.words.some((word) => /^(?:--parallel|-[a-zA-Z]*Z)$/.test(word));
  const [sent, real] = [ordered(ours.requests, parallel), ordered(theirs.requests, parallel)];
  const details = differencesOf(sent, real, mapped.requests);
  const targets = sent.map(({ target }) => target);
  if (details.length > 0) {
    const isOpen = [job.inputs, job.secrets].some((values) => Object.keys(values).length > 0);
    const encoded = isOpen && differencesOf(sent.map(decoded), real.map(decoded), mapped.requests).length === 0;
    return encoded ? { kind: 'encoded', targets } : { kind: 'different', details };
  }
  return code === undefined ? { kind: 'equal', approved: ours.approved } : { kind: 'ended', code, message };
}

function ordered(requests: readonly RecordedRequest[], parallel: boolean): readonly RecordedRequest[] {
  return parallel ? requests.toSorted((a, b) => (a.target < b.target ? -1 : 1)) : requests;
}

function differencesOf(
  sent: readonly RecordedRequest[],
  real: readonly RecordedRequest[],
  templates: readonly RequestTemplate[],
): readonly string[] {
  return real.flatMap((recorded, index) => {
    const [own, template] = [sent[index], templates[index]];
    return own === undefined || template === undefined ? ['no such request'] : differencesSent(recorded, own, template);
  });
}

/** A target, and the body of a form, with every part decoded as a server does it. */
function decoded(request: RecordedRequest): RecordedRequest {
  const [path = '', ...query] = request.target.split('?');
  const target = [inParts(path), ...query.map(inPairs)].join('?');
  const form = request.headers.some(([name, value]) =>
    /^content-type: application\/x-www-form/i.test(`${name}: ${value}`),
  );
  if (!form) return { ...request, target };
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { ...request, target, headers, body: inPairs(request.body) };
}

function inPairs(text: string): string {
  return inParts(text.replaceAll('+', ' '));
}

function inParts(text: string): string {
  const byte = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  const parts = text.split(/([/&=])/).map((part) => part.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => byte(hex)));
  return JSON.stringify(parts);
}
