import { SecretValue } from '../../../src/exec/secrets/value.ts';

export function secret(text: string): SecretValue {
  const made = SecretValue.of(text, { allowShort: true });
  if (made.kind !== 'value') throw new Error(made.message);
  return made.value;
}
