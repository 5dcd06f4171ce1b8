import type { Reason } from '../outcome.ts';

/** Why a call goes no further. */
export interface Stop {
  readonly how: 'denied' | 'waiting' | 'over-budget';
  readonly reason: Reason;
  readonly approval?: string;
}

export function stop(
  how: Stop['how'],
  code: string,
  message: string,
  more: { readonly remedy?: string; readonly rules?: readonly string[]; readonly approval?: string } = {},
): Stop {
  const { remedy, rules = [], approval } = more;
  return {
    how,
    reason: { code, message, rules, ...(remedy === undefined ? {} : { remedy }) },
    ...(approval === undefined ? {} : { approval }),
  };
}
