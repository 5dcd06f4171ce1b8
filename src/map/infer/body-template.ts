import { type Expr, list, literal } from '../../ir/expr.ts';
import type { JsonTemplate } from '../../ir/request.ts';
import { isPasswordField } from '../secret-names.ts';
import { type Decided, decideHole, decideText } from './decide-hole.ts';
import { escapePointer } from './json-text.ts';
import { type BodyContext, memberSlot } from './member-slot.ts';

/** Endpoint forms: the body is built from inputs, so it is a structure and not bytes. */
export function decideTemplate(template: JsonTemplate, pointer: string, context: BodyContext): Decided {
  switch (template.kind) {
    case 'value':
      return { expr: literal(template.value), effects: [] };
    case 'text': {
      const key = pointer.split('/').at(-1) ?? '';
      return decideText(template.text, memberSlot(key, pointer, 'json', context), context.hints, context.collector);
    }
    case 'param':
      return decideParam(template, pointer, context);
    case 'array': {
      const items = template.items.map((item, index) => decideTemplate(item, `${pointer}/${index}`, context));
      return { expr: list(items.map(({ expr }) => expr)), effects: items.flatMap(({ effects }) => effects) };
    }
    case 'object': {
      const members = template.members.map(({ key, value }) => ({
        key,
        decided: decideTemplate(value, `${pointer}/${escapePointer(key)}`, context),
      }));
      const expr: Expr = { kind: 'object', members: members.map(({ key, decided }) => ({ key, value: decided.expr })) };
      return { expr, effects: members.flatMap(({ decided }) => decided.effects) };
    }
  }
}

/** A password that the operation cannot do without comes from the broker, never from the caller. */
function decideParam(
  { name, optional }: Extract<JsonTemplate, { kind: 'param' }>,
  pointer: string,
  context: BodyContext,
): Decided {
  const { hints, collector, span } = context;
  const key = pointer.split('/').at(-1) ?? '';
  if (!optional && isPasswordField(key)) {
    const hole = { kind: 'placeholder', name, written: name, span } as const;
    return decideHole(hole, memberSlot(key, pointer, 'json', context), hints, collector);
  }
  collector.addInput(name, {}, !optional);
  return { expr: { kind: 'param', name, encode: 'json', ...(optional ? { optional: true } : {}) }, effects: [] };
}
