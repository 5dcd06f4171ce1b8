/** What a call may touch. Strings may hold `${setting:NAME}`; `${dynamic:NAME}` marks what is known only at run time. */
export type Effect =
  | NetworkEffect
  | SecretEffect
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string }
  | { readonly kind: 'process'; readonly program: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'output' }
  | { readonly kind: 'classified'; readonly class: string };

export interface NetworkEffect {
  readonly kind: 'network';
  /** Upper case; `*` only where a program picks the method itself. */
  readonly method: string;
  /** `https://api.example.com`; never a bare host name. */
  readonly origin: string;
  /** `*` stands for exactly one percent-encoded segment, `**` (last only) for any rest. */
  readonly path: string;
}

export interface SecretEffect {
  readonly kind: 'secret';
  readonly name: string;
  readonly origin: string;
  /** `header:authorization`, `query:key`, `basic:password`, `body:/token`, `env:NAME`, `hmac:sha256`. */
  readonly slot: string;
}
