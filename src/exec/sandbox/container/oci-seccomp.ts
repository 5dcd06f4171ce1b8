import type { Held } from '../seccomp/assemble.ts';
import { filterRules } from '../seccomp/filter.ts';
import { plainCalls } from '../seccomp/plain-calls.ts';

/** A profile as container engines read it. */
export interface OciSeccomp {
  readonly defaultAction: string;
  readonly defaultErrnoRet: number;
  readonly architectures: readonly string[];
  readonly syscalls: readonly OciRule[];
}

interface OciRule {
  readonly names: readonly string[];
  readonly action: string;
  readonly errnoRet?: number;
  readonly args?: readonly OciCondition[];
}

interface OciCondition {
  readonly index: number;
  readonly op: string;
  readonly value: number;
  readonly valueTwo?: number;
}

const [allow, refuse, noSuchCall] = ['SCMP_ACT_ALLOW', 'SCMP_ACT_ERRNO', 38];
const architectures: Readonly<Record<string, string>> = { x64: 'SCMP_ARCH_X86_64', arm64: 'SCMP_ARCH_AARCH64' };

/**
 * The same rules as the kernel's own filter, turned round: engines cannot say "unless", so what passes is listed and all
 * else does not exist. Undefined for a machine that nobody looked at.
 */
export function ociSeccomp(machine: string): OciSeccomp | undefined {
  const architecture = architectures[machine];
  if (architecture === undefined) return undefined;
  return {
    defaultAction: refuse,
    defaultErrnoRet: noSuchCall,
    architectures: [architecture],
    syscalls: [
      { names: plainCalls, action: allow },
      ...[...filterRules].flatMap(([name, held]) => rulesOf(name, held)),
    ],
  };
}

function rulesOf(name: string, held: Held): readonly OciRule[] {
  const passes = (...args: readonly OciCondition[]): OciRule => ({ names: [name], action: allow, args });
  switch (held.kind) {
    case 'never':
      return held.errno === noSuchCall ? [] : [{ names: [name], action: refuse, errnoRet: held.errno }];
    case 'bits': {
      const without = (index: number, mask: number): OciCondition => ({
        index,
        op: 'SCMP_CMP_MASKED_EQ',
        value: mask,
        valueTwo: 0,
      });
      const bare = passes(without(held.argument, held.mask));
      return held.when === undefined ? [bare] : [bare, passes(without(held.when.argument, held.when.mask))];
    }
    case 'only':
      return held.values.map((value) => passes({ index: held.argument, op: 'SCMP_CMP_EQ', value }));
    case 'values':
      return gaps(held.values).map(([from, to]) =>
        from === to
          ? passes({ index: held.argument, op: 'SCMP_CMP_EQ', value: from })
          : to === undefined
            ? passes({ index: held.argument, op: 'SCMP_CMP_GE', value: from })
            : passes({ index: held.argument, op: 'SCMP_CMP_LE', value: to }),
      );
  }
}

/** What lies below, between and above some numbers: two conditions on one argument would mean "or". */
function gaps(values: readonly number[]): readonly (readonly [number, number | undefined])[] {
  const sorted = [...values].sort((one, other) => one - other);
  const [first = 0, last = 0] = [sorted.at(0), sorted.at(-1)];
  const between = Array.from({ length: last - first }, (_, index) => first + index).filter(
    (value) => !values.includes(value),
  );
  return [[0, first - 1], ...between.map((value) => [value, value] as const), [last + 1, undefined]];
}
