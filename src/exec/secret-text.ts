import type { Encoding } from '../ir/expr.ts';

/** Text with secrets still out of it. The broker fills it, last of all, into the object that is sent. */
export type SecretText = readonly (string | SecretSlot)[];

export interface SecretSlot {
  readonly secret: string;
  /** `header:authorization`, `query:key`, `basic:password`, `body:/token` … the place the approval names. */
  readonly slot: string;
  /** How the value is written there; as it is where left out. */
  readonly encode?: Encoding;
}

/** What people, events and digests see: `Bearer ${secret:NAME}`. */
export function showSecretText(text: SecretText): string {
  return text.map((part) => (typeof part === 'string' ? part : `\${secret:${part.secret}}`)).join('');
}
