import type { ClassMember } from '../code.ts';
import type { ClassValue, FunctionValue, Value } from '../value.ts';

export interface FoundMethod {
  readonly member: Extract<ClassMember, { readonly kind: 'method' }>;
  readonly home: ClassValue;
  readonly form: Extract<ClassMember, { readonly kind: 'method' }>['form'];
}

const MAX_BASES = 12;

/** A method by name, in the class or in the classes of the script that it is made from. */
export function findMethod(of: ClassValue, name: string, depth = 0): FoundMethod | undefined {
  if (depth > MAX_BASES) return undefined;
  for (const member of of.code.members)
    if (member.kind === 'method' && member.name === name) return { member, home: of, form: member.form };
  for (const base of of.bases) {
    const found = base.kind === 'class' ? findMethod(base, name, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

export function bindMethod({ member, home, form }: FoundMethod, self: Value): FunctionValue {
  const { code } = member;
  return form === 'static'
    ? { kind: 'function', code, frame: home.frame, home }
    : { kind: 'function', code, frame: home.frame, home, self };
}

/** The first base that is not of the script: a library's, or one that nobody knows. */
export function foreignBase(of: ClassValue, depth = 0): Value | undefined {
  if (depth > MAX_BASES) return undefined;
  for (const base of of.bases) {
    const found = base.kind === 'class' ? foreignBase(base, depth + 1) : base;
    if (found !== undefined) return found;
  }
  return undefined;
}
