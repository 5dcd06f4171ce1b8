import { argument, reads, sends, writes } from '../../library.ts';
import { handOver } from '../../run/call.ts';
import type { Call } from '../../run/machine.ts';
import { data, each, literalText, object, text, type Value } from '../../value.ts';
import { readingMember, writingMember } from '../packages.ts';

/** Something that a computing package made: what it opens and saves is seen by the names of its methods. */
export function packageCall(member: string, call: Call): Value {
  const last = member.split('.').at(-1) ?? member;
  const given = argument(
    call,
    0,
    'filepath_or_buffer',
    'path_or_buf',
    'path',
    'filename',
    'fp',
    'fname',
    'io',
    'docx',
    'pptx',
  );
  handOver(call, data('an argument of a callback'));
  if (given !== undefined && readingMember.test(last)) opens(call, given, 'read');
  if (given !== undefined && writingMember.test(last)) opens(call, given, 'write');
  return object('package');
}

function opens(call: Call, given: Value, kind: 'read' | 'write'): void {
  for (const one of each(given)) {
    if (one.kind !== 'text' && !(one.kind === 'object' && one.state.has('text')) && one.kind !== 'unknown') continue;
    const written = literalText(one);
    const [first] = one.kind === 'text' ? one.pieces : [];
    const address = written ?? (first?.kind === 'literal' ? first.value : '');
    if (/^https?:\/\//i.test(address)) sends(call, { method: text('GET'), url: one });
    else if (kind === 'read') reads(call, one);
    else writes(call, one);
  }
}
