import type { HeaderTemplate } from '../ir/request.ts';
import type { Span } from '../ir/span.ts';
import { literalOf, type Text } from '../ir/text.ts';
import { refused } from './outcome.ts';
import type { Mapped } from './primitive.ts';

/** The verdict on headers that would end early or say where the request ends; undefined when all are fine. */
export function judgeHeaders(headers: readonly HeaderTemplate[], span: Span): Mapped | undefined {
  for (const { name, value } of headers) {
    const written = literalOf(name) ?? '';
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(written) || hasControl(value)) {
      return refused('map/header-control', `the header \`${written}\` has a character that no header may have`, span);
    }
    if (/^(?:content-length|transfer-encoding|te|trailer|upgrade|connection)$/i.test(written)) {
      return refused('map/header-framing', `the header \`${written}\` says how the message is framed`, span);
    }
  }
  return undefined;
}

function hasControl(text: Text): boolean {
  return text.some((piece) => piece.kind === 'literal' && /[\u0000-\u0008\u000a-\u001f\u007f]/.test(piece.value));
}
