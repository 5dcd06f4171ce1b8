import type { Architecture } from './syscalls.ts';

/** What is held back of one system call: it fails with this error number. */
export type Held = { readonly errno: number } & Condition;

/** Each call has at most one rule. */
export type Rule = Held & { readonly number: number };

type Condition =
  | { readonly kind: 'never' }
  /** When one of these bits is set in the argument, and one of those in the other. */
  | { readonly kind: 'bits'; readonly argument: number; readonly mask: number; readonly when?: Bits }
  /** When the argument is one of these. */
  | { readonly kind: 'values'; readonly argument: number; readonly values: readonly number[] }
  /** Unless the argument is one of these. */
  | { readonly kind: 'only'; readonly argument: number; readonly values: readonly number[] };

interface Bits {
  readonly argument: number;
  readonly mask: number;
}

interface Instruction {
  readonly code: number;
  readonly yes: number;
  readonly no: number;
  readonly k: number;
}

const [load, jumpEqual, jumpAtLeast, jumpBits, answer] = [0x20, 0x15, 0x35, 0x45, 0x06];
const [killProcess, allow, errnoBase] = [0x8000_0000, 0x7fff_0000, 0x0005_0000];
const [numberAt, architectureAt, argumentsAt] = [0, 4, 16];
const noSuchCall = 38;

/**
 * Classic BPF as the kernel takes it. A call of another architecture ends the process: its numbers mean other calls. A
 * number above the last one that was looked at does not exist, so that a newer kernel adds nothing.
 */
export function assemble(architecture: Architecture, rules: readonly Rule[]): Uint8Array {
  const program: Instruction[] = [
    at(load, architectureAt),
    { code: jumpEqual, yes: 1, no: 0, k: architecture.audit },
    at(answer, killProcess),
    at(load, numberAt),
    // The x32 calls of x86-64 have bit 30 set and are above it too.
    { code: jumpAtLeast, yes: 0, no: 1, k: architecture.last + 1 },
    at(answer, errnoBase | noSuchCall),
    ...rules.flatMap(instructionsOf),
    at(answer, allow),
  ];
  return bytesOf(program);
}

function instructionsOf(rule: Rule): readonly Instruction[] {
  const body = bodyOf(rule);
  return [{ code: jumpEqual, yes: 0, no: body.length, k: rule.number }, ...body];
}

/** Runs only for the rule's call, and always answers. */
function bodyOf(rule: Rule): readonly Instruction[] {
  const refuse = at(answer, errnoBase | rule.errno);
  const pass = at(answer, allow);
  switch (rule.kind) {
    case 'never':
      return [refuse];
    case 'bits': {
      const decide = [argument(rule.argument), { code: jumpBits, yes: 0, no: 1, k: rule.mask }, refuse, pass];
      if (rule.when === undefined) return decide;
      return [argument(rule.when.argument), { code: jumpBits, yes: 1, no: 0, k: rule.when.mask }, pass, ...decide];
    }
    case 'values':
      return [argument(rule.argument), ...choices(rule.values), pass, refuse];
    case 'only':
      return [argument(rule.argument), ...choices(rule.values), refuse, pass];
  }
}

/** Little-endian: the low half comes first, and all that is looked at is 32 bits wide. */
function argument(index: number): Instruction {
  return at(load, argumentsAt + 8 * index);
}

/** Jumps over the one instruction that follows the list, where a value is met. */
function choices(values: readonly number[]): readonly Instruction[] {
  return values.map((value, index) => ({ code: jumpEqual, yes: values.length - index, no: 0, k: value }));
}

function at(code: number, k: number): Instruction {
  return { code, yes: 0, no: 0, k };
}

function bytesOf(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(({ code, yes, no, k }, index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  });
  return Uint8Array.from(bytes);
}
