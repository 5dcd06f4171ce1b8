/** A number as an x86 `long double` holds it, which is what bash's `printf %f` prints: mantissa × 2^exponent. */
export interface LongDouble {
  readonly negative: boolean;
  readonly mantissa: bigint;
  readonly exponent: number;
}

const written = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Plain decimal numbers only; nothing for anything else. */
export function toLongDouble(text: string): LongDouble | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] = written.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const scale = Number(power) - fraction.length;
  if (Math.abs(scale) > 4000) return undefined;
  const digits = BigInt(whole + fraction);
  const [top, bottom] = scale >= 0 ? [digits * 10n ** BigInt(scale), 1n] : [digits, 10n ** BigInt(-scale)];
  return { negative: sign === '-', ...nearest(top, bottom) };
}

/** The quotient with 64 bits of mantissa, halves to even. */
function nearest(top: bigint, bottom: bigint): { readonly mantissa: bigint; readonly exponent: number } {
  if (top === 0n) return { mantissa: 0n, exponent: 0 };
  let exponent = top.toString(2).length - bottom.toString(2).length - 64;
  for (;;) {
    const mantissa =
      exponent >= 0 ? divided(top, bottom << BigInt(exponent)) : divided(top << BigInt(-exponent), bottom);
    if (mantissa < 1n << 64n) return { mantissa, exponent };
    exponent++;
  }
}

/** Division with halves to even, as the default rounding mode has it. */
function divided(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  const twice = (top % bottom) * 2n;
  return twice > bottom || (twice === bottom && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

export function fixedDigits(value: LongDouble, precision: number): string {
  const scaled = value.mantissa * 10n ** BigInt(precision);
  const rounded =
    value.exponent >= 0 ? scaled << BigInt(value.exponent) : divided(scaled, 1n << BigInt(-value.exponent));
  const digits = rounded.toString().padStart(precision + 1, '0');
  const text = precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
  return value.negative ? `-${text}` : text;
}
