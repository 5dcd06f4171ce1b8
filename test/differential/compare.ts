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
  const ours = comparable(wire.headers, request);
  const theirs = comparable(recorded.headers, request);
  const names = [...new Set([...ours.keys(), ...theirs.keys()])];
  return [
    ...differ('method', wire.method, recorded.method),
    ...differ('target', wire.target, recorded.target),
    ...names.flatMap((name) => differ(name, ours.get(name), theirs.get(name))),
    ...differ('body', Buffer.from(wire.body ?? []).toString('latin1'), recorded.body),
  ];
}

function differ(what: string, ours: string | undefined, theirs: string | undefined): readonly string[] {
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
