import type { BodyTemplate, RequestTemplate } from '../../src/ir/request.ts';
import { literalOf, type Text } from '../../src/ir/text.ts';
import type { Primitive } from '../../src/map/primitive.ts';
import { curl } from '../../src/map/primitives/curl/index.ts';
import { httpie } from '../../src/map/primitives/httpie/httpie.ts';
import { differences } from './compare.ts';
import { createFilling, type Filling } from './fill.ts';
import { fixtureContent, stdinContent } from './fixtures.ts';
import type { RealJob, RealResult } from './jobs.ts';
import { runReal } from './real-program.ts';
import { commandOf } from './words.ts';

export type Verdict =
  | { readonly kind: 'equal' }
  | { readonly kind: 'different'; readonly details: readonly string[] }
  /** The real program ended with an error and sent nothing. */
  | { readonly kind: 'failed'; readonly stderr: string }
  | { readonly kind: 'refused' | 'unknown'; readonly code: string; readonly message: string };

export interface Mapping {
  readonly requests: readonly RequestTemplate[];
  readonly filling: Filling;
  readonly job: RealJob;
}

const context = {
  cwd: '.',
  mapCommand: () => {
    throw new Error('an HTTP client wraps no command');
  },
};

const programs: ReadonlyMap<string, Primitive> = new Map([
  ['curl', curl],
  ['http', httpie('http')],
  ['https', httpie('https')],
]);

/** Maps each command, runs the mapped ones for real in one sandbox, and compares. */
export async function judge(
  commands: readonly (readonly Text[])[],
  isPiped: (index: number) => boolean = () => true,
): Promise<readonly Verdict[]> {
  const mappings = commands.map((words, index) => mapping(words, isPiped(index)));
  const jobs = mappings.flatMap((item) => ('job' in item ? [item.job] : []));
  const results = jobs.length === 0 ? [] : await runReal(jobs);
  let next = 0;
  return mappings.map((item) => ('job' in item ? verdict(item, results[next++]) : item));
}

export function mapping(
  words: readonly Text[],
  piped: boolean,
  plainWord?: (name: string) => string,
): Mapping | Exclude<Verdict, { kind: 'equal' }> {
  const program = literalOf(words[0] ?? []) ?? '';
  const command = { ...commandOf(words), stdin: { kind: piped ? 'pipe' : 'none' } } as const;
  const mapped = programs.get(program)?.(command, context);
  if (mapped === undefined) throw new Error(`no program \`${program}\``);
  if (mapped.kind !== 'mapped') return { kind: mapped.kind, code: mapped.reason.code, message: mapped.reason.message };
  const templates = mapped.drafts.flatMap((draft) => (draft.kind === 'http' ? [draft.request] : []));
  const globOff =
    program !== 'curl' || words.some((word) => /^(?:--globoff|-[a-zA-Z]*g[a-zA-Z]*)$/.test(literalOf(word) ?? ''));
  const filling = createFilling(templates, globOff, plainWord);
  const requests = templates.map(filling.request);
  const files = requests.flatMap(filesOf).map((path) => ({ path, content: fixtureContent(path) }));
  return {
    requests,
    filling,
    job: { words: words.map(filling.word), ...(piped ? { stdin: stdinContent } : {}), files },
  };
}

function filesOf({ body }: RequestTemplate): readonly string[] {
  return body === undefined ? [] : pathsOf(body).flatMap((path) => literalOf(path) ?? []);
}

function pathsOf(body: BodyTemplate): readonly Text[] {
  if (body.kind === 'bytes') return body.parts.flatMap((part) => (part.kind === 'file' ? [part.path] : []));
  if (body.kind !== 'multipart') return [];
  return body.fields.flatMap(({ value }) => (value.kind === 'file' ? [value.path] : []));
}

function verdict({ requests, job }: Mapping, result: RealResult | undefined): Verdict {
  if (result === undefined) return { kind: 'different', details: ['no result'] };
  if (result.requests.length === 0 && result.code !== 0) return { kind: 'failed', stderr: result.stderr.trim() };
  if (result.requests.length !== requests.length) {
    return {
      kind: 'different',
      details: [`${requests.length} requests, the real program ${result.requests.length}`, result.stderr],
    };
  }
  const parallel = job.words.some((word) => /^(?:--parallel|-[a-zA-Z]*Z)$/.test(word));
  const recorded = parallel ? result.requests.toSorted((a, b) => (a.target < b.target ? -1 : 1)) : result.requests;
  const details = requests.flatMap((request, index) => {
    const theirs = recorded[index];
    return theirs === undefined ? [] : differences(theirs, request);
  });
  return details.length === 0 ? { kind: 'equal' } : { kind: 'different', details };
}
