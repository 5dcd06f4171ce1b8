import { describe, expect, it } from 'vitest';
import { inputCheck, outputProblem } from '../../../src/exec/input/check-input.ts';

const check = inputCheck({
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^(a+)+$' },
    code: { type: 'string', pattern: '^x' },
    limit: { type: 'integer', default: 10 },
  },
  required: ['name'],
});

const refused = (code: string, message: string, remedy?: string) => ({
  kind: 'refused',
  reason: { code, message, rules: [], ...(remedy === undefined ? {} : { remedy }) },
});

const look = 'see what it takes: `skillc manifest SKILL --operation NAME`';

describe('the parameters of a call', () => {
  it('get the defaults of the schema', () => {
    expect(check({ name: 'aa' })).toEqual({
      kind: 'inputs',
      inputs: new Map<string, unknown>([
        ['name', 'aa'],
        ['limit', 10],
      ]),
    });
  });

  it('are refused by name, with what was meant', () => {
    expect(check({ nmae: 'aa' })).toEqual(
      refused('input/unknown', 'there is no parameter `nmae`', 'did you mean `name`?'),
    );
    expect(check({})).toEqual(refused('input/missing', '`name` is not given', 'give `--name VALUE`'));
    expect(check([])).toEqual(refused('input/shape', 'the parameters are no object', 'give a JSON object'));
    expect(check({ name: 'aa', limit: 'x' })).toEqual(
      refused('input/value', '`limit` must be integer', 'give integer'),
    );
  });

  it('are held against each pattern of the schema, and no pattern takes for ever', () => {
    expect(check({ name: 'aa', code: 'xy' }).kind).toBe('inputs');
    expect(check({ name: 'aa', code: 'yx' })).toEqual(refused('input/value', '`code` must match pattern "^x"', look));
    const start = performance.now();
    expect(check({ name: `${'a'.repeat(60)}b` })).toEqual(
      refused('input/value', '`name` must match pattern "^(a+)+$"', look),
    );
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('are refused where the schema itself cannot be read', () => {
    expect(inputCheck({ type: 'nonsense' })({})).toEqual(
      refused('input/schema', 'the input schema of the operation cannot be read', 'mend the skill and load it again'),
    );
  });
});

describe('a result', () => {
  it('is held against the output schema', () => {
    const schema = { type: 'object', properties: { id: { type: 'integer' } } };
    expect(outputProblem(schema, { id: 1 })).toBeUndefined();
    expect(outputProblem(schema, { id: 'a' })).toBe('`id` must be integer');
  });
});
