import type { Reason } from '../outcome.ts';
import { remedyOf } from '../remedies.ts';

/** Why a call goes no further. */
export interface Stop {
  readonly how: 'denied' | 'waiting' | 'over-budget';
  readonly reason: Reason;
  /** The approval that it waits for, or that says no. */
  readonly approval?: string;
  /** Why an approval that was asked for before does not do: `approval/expired`, `approval/revoked` … */
  readonly because?: string;
}

export function stop(
  how: Stop['how'],
  code: string,
  message: string,
  more: { readonly remedy?: string; readonly rules?: readonly string[] } & Pick<Stop, 'approval' | 'because'> = {},
): Stop {
  const { remedy = remedyOf(code), rules = [], approval, because } = more;
  return {
    how,
    reason: { code, message, rules, ...(remedy === undefined ? {} : { remedy }) },
    ...(approval === undefined ? {} : { approval }),
    ...(because === undefined ? {} : { because }),
  };
}
