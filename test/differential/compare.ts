import { toWire } from '../../src/http/wire.ts';
import type { RequestTemplate } from '../../src/ir/request.ts';
import { fixtureContent, stdinContent } from './fixtures.ts';
import type { RecordedRequest } from './recorder.ts';

/** What differs between the request the real program sent and ours; empty when they are equal. */
export function differences(recorded: RecordedRequest, request: RequestTemplate): readonly string[] {
  const boundary = boundaryOf(recorded);
  const wire = toWire(request, {
    file: (path) => Buffer.from(fixtureContent(path)),
    stdin: Buffer.from(stdinContent),
    boundary,
  });
  if (wire.kind === 'problem') return [`no wire form: ${wire.reason} ${wire.detail}`];
  const body = Buffer.from(wire.body ?? []).toString('latin1');
  return differ({ method: wire.method, target: wire.target, headers: wire.headers, body }, recorded, request);
}

/** The same for a request that we sent: both with the same boundary. */
export function differencesSent(
  recorded: RecordedRequest,
  sent: RecordedRequest,
  request: RequestTemplate,
): readonly string[] {
  return differ(withBoundary(sent, boundaryOf(recorded)), recorded, request);
}

function withBoundary(sent: RecordedRequest, boundary: string): RecordedRequest {
  const own = boundaryOf(sent);
  const headers = sent.headers.map(([name, value]) => [name, value.replaceAll(own, boundary)] as const);
  return { ...sent, headers, body: sent.body.replaceAll(own, boundary) };
}

function differ(ours: RecordedRequest, theirs: RecordedRequest, request: RequestTemplate): readonly string[] {
  const left = comparable(ours.headers, request);
  const right = comparable(theirs.headers, request);
  const names = [...new Set([...left.keys(), ...right.keys()])];
  return [
    ...differIn('method', ours.method, theirs.method),
    ...differIn('target', ours.target, theirs.target),
    ...names.flatMap((name) => differIn(name, left.get(name), right.get(name))),
    ...differIn('body', ours.body, theirs.body),
  ];
}

function differIn(what: string, ours: string | undefined, theirs: string | undefined): readonly string[] {
  return ours === theirs ? [] : [`${what}: ours ${JSON.stringify(ours)}, real ${JSON.stringify(theirs)}`];
}

function boundaryOf({ headers }: RecordedRequest): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /; boundary=([^;]*)$/.exec(type)?.[1] ?? 'no-boundary';
}

/** By name, whatever the order between names. Left aside: the program's version, and what only the connection means. */
function comparable(headers: RecordedRequest['headers'], request: RequestTemplate): ReadonlyMap<string, string> {
  const own = new Set(
    request.headers.map(({ name: [piece] }) => (piece?.kind === 'literal' ? piece.value.toLowerCase() : '')),
  );
  const upgrade = headers.some(([name]) => name.toLowerCase() === 'http2-settings');
  const out = new Map<string, string>();
  for (const [written, value] of headers) {
    const name = written.toLowerCase();
    if (name === 'expect' && !own.has('expect')) continue;
    if (upgrade && ['connection', 'upgrade', 'http2-settings'].includes(name) && !own.has(name)) continue;
    const before = out.get(name);
    const shown = name === 'host' ? value.toLowerCase() : value.trim().replace(/^(curl|HTTPie)\/[\d.]+$/, '$1');
    out.set(name, before === undefined ? shown : `${before}\n${shown}`);
  }
  return out;
}
