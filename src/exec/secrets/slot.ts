/**
 * Why a value cannot stand in a slot beside `literal` text: it would end the place it is put into and begin another. Values
 * that came in an answer are a server's choice.
 */
export function unfitFor(slot: string, value: string, literal: string): string | undefined {
  switch (slot.split(':', 1)[0]) {
    case 'header':
      if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return 'it is not plain ASCII text';
      return slot === 'header:cookie' ? cookieBreak(value) : undefined;
    case 'cookie':
      return cookieBreak(value);
    case 'query':
      return /^[!$%'()*+,\-./0-9:;=?@A-Z_a-z~]+$/.test(value) ? undefined : 'it has characters that end a query value';
    case 'path':
      return /^(?!\.{1,2}$)[!$'()*+,\-.0-9:;=@A-Z_a-z~]+$/.test(value) ? undefined : 'it is not one segment of a path';
    case 'basic':
      return slot !== 'basic:password' && value.includes(':') ? 'a user name cannot hold a colon' : undefined;
    case 'body':
      return literal !== '' && bodyBreak(literal).test(value) ? 'it has characters that end a body value' : undefined;
    default:
      return 'that is no place in a request';
  }
}

function cookieBreak(value: string): string | undefined {
  return /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(value)
    ? undefined
    : 'it has characters that end a cookie';
}

/** JSON strings end at a quote, form values at `&`; alone in its text the value is encoded by who sends it. */
function bodyBreak(literal: string): RegExp {
  return /^\s*[[{"]/.test(literal) ? /["\\\x00-\x1f]/ : /[&%+\x00-\x20]/;
}
