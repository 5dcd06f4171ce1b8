/** Why something that the code inside asked for goes no further. */
export interface Refusal {
  readonly kind: 'refusal';
  /** Of the HTTP answer that says so. */
  readonly status: number;
  /** `egress/host-header`, `egress/handle` … */
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

export function refusal(status: number, code: string, message: string, remedy?: string): Refusal {
  return { kind: 'refusal', status, code: `egress/${code}`, message, ...(remedy === undefined ? {} : { remedy }) };
}

export function isRefusal(value: object): value is Refusal {
  return 'kind' in value && value.kind === 'refusal';
}

/** What the code inside reads. It never holds a value: messages are made from names and from what the code itself sent. */
export function refusalText({ code, message, remedy }: Pick<Refusal, 'code' | 'message' | 'remedy'>): string {
  return `skillc refused this request: ${message} (${code})\n${remedy === undefined ? '' : `${remedy}\n`}`;
}
