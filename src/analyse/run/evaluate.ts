import type { Entry, Expr } from '../code.ts';
import { concat } from '../text-of.ts';
import {
  data,
  each,
  join,
  list,
  literalText,
  lost,
  namesIn,
  nothing,
  put,
  type RecordValue,
  record,
  type TextValue,
  text,
  type Value,
} from '../value.ts';
import { assignTo } from './assign.ts';
import { callBack, callExpr, makeClass } from './call.ts';
import { Frame } from './frame.ts';
import { type Machine, type Place, tooMuch } from './machine.ts';
import { indexOf, memberOf, sliceOf } from './members.ts';
import { itemsOf, mergeInto } from './parts.ts';

/** The value of an expression, as far as the text tells; whatever is called on the way is followed. */
export function evaluate(expr: Expr, frame: Frame, machine: Machine): Value {
  if (!machine.step()) return tooMuch;
  const value = (part: Expr) => evaluate(part, frame, machine);
  const place: Place = { at: expr, frame, machine };
  switch (expr.kind) {
    case 'constant':
      return typeof expr.value === 'string' ? text(expr.value) : { kind: 'constant', value: expr.value };
    case 'template':
      return concat(expr.parts.map(value));
    case 'name':
      return nameValue(expr.name, place);
    case 'member':
      return memberOf(value(expr.object), expr.name, place);
    case 'index':
      return indexOf(value(expr.object), value(expr.key), place);
    case 'slice':
      return sliceOf(
        value(expr.object),
        expr.bounds.map((bound) => (bound === undefined ? undefined : value(bound))),
      );
    case 'call':
      return callExpr(expr, frame, machine);
    case 'list': {
      const made = list([]);
      for (const { value: item, spread } of expr.items) {
        const items = spread ? itemsOf(value(item)) : { items: [value(item)], open: false };
        made.items.push(...items.items);
        if (items.open) made.open = true;
      }
      return made;
    }
    case 'record':
      return recordOf(expr.entries, frame, machine);
    case 'binary':
      return binary(expr.operator, value(expr.left), value(expr.right), place);
    case 'choice':
      for (const test of expr.tests) value(test);
      return join(expr.values.map(value));
    case 'either':
      return either(expr.operator, value(expr.left), value(expr.right));
    case 'function':
      return { kind: 'function', code: expr.code, frame };
    case 'class':
      return makeClass(expr.code, frame, machine);
    case 'assign': {
      const given = value(expr.value);
      const made = expr.operator === undefined ? given : updated(expr.target, expr.operator, given, place);
      assignTo(expr.target, made, place);
      return made;
    }
    case 'comprehension':
      return comprehension(expr, frame, machine);
    case 'other': {
      const parts = expr.parts.map(value);
      return data('a computed value', parts.flatMap(namesIn));
    }
    case 'same':
      return value(expr.part);
  }
}

function nameValue(name: string, { frame, machine }: Place): Value {
  machine.looked.add(name);
  const known = frame.lookup(name) ?? machine.language.builtin(name, frame, machine);
  return known ?? lost(`\`${name}\` is not defined in the text`);
}

const implicitMember = /^(?:toString|toJSON|valueOf|then)$/;

function recordOf(entries: readonly Entry[], frame: Frame, machine: Machine): Value {
  const made: RecordValue = record();
  for (const { key, value } of entries) {
    const given = evaluate(value, frame, machine);
    if (key === undefined) {
      for (const one of each(given)) mergeInto(made, one);
      continue;
    }
    const name = literalText(evaluate(key, frame, machine));
    // The language itself calls these, and those under names that are symbols.
    if (name === undefined || implicitMember.test(name))
      callBack(given, data('an argument'), { at: value, frame, machine }, 0);
    if (name === undefined) made.rest = made.rest === undefined ? given : join([made.rest, given]);
    else put(made, name, given);
  }
  return made;
}

function updated(
  target: Extract<Expr, { kind: 'assign' }>['target'],
  operator: string,
  given: Value,
  place: Place,
): Value {
  const { frame, machine, at } = place;
  switch (target.kind) {
    case 'name':
      return binary(operator, nameValue(target.name, place), given, place);
    case 'member':
      return binary(operator, evaluate({ ...at, ...target, kind: 'member' }, frame, machine), given, place);
    case 'index':
      return binary(operator, evaluate({ ...at, ...target, kind: 'index' }, frame, machine), given, place);
    default:
      return given;
  }
}

function binary(operator: string, left: Value, right: Value, place: Place): Value {
  const own = place.machine.language.binary(operator, left, right, place);
  if (own !== undefined) return own;
  const names = [...namesIn(left), ...namesIn(right)];
  if (operator !== '+') return data('a computed value', names);
  if (left.kind === 'list' && right.kind === 'list')
    return list([...left.items, ...right.items], left.open || right.open);
  if (left.kind === 'list') return list(left.items, true);
  const written = [left, right].some((side) => each(side).some(isWritten));
  return written ? concat([left, right]) : data('a computed value', names);
}

function isWritten(value: Value): boolean {
  return value.kind === 'text' || (value.kind === 'object' && value.state.has('text'));
}

/** `os.environ.get("X") or "default"` is the variable with a default. */
function either(operator: 'or' | 'and', left: Value, right: Value): Value {
  if (operator === 'and') return each(right).length === 0 ? nothing : right;
  const preset = literalText(right);
  const options = each(left).flatMap((one): readonly Value[] => {
    if (one.kind === 'constant' && (one.value === null || one.value === false)) return [];
    if (one.kind === 'text' && one.pieces.length === 0) return [];
    const [piece] = one.kind === 'text' && one.pieces.length === 1 ? one.pieces : [];
    if (piece?.kind === 'env' && piece.fallback === undefined && preset !== undefined)
      return [{ kind: 'text', pieces: [{ ...piece, fallback: preset }] } satisfies TextValue];
    return [one];
  });
  const sure = options.length > 0 && options.every(isTrue);
  return sure ? join(options) : join([...options, right]);
}

/** Surely not empty, so that the other side does not count. */
function isTrue(value: Value): boolean {
  switch (value.kind) {
    case 'text':
      return value.pieces.some(
        (piece) => piece.kind === 'literal' || (piece.kind === 'env' && piece.fallback !== undefined),
      );
    case 'list':
      return value.items.length > 0;
    case 'record':
      return value.entries.size > 0;
    case 'constant':
    case 'unknown':
    case 'choice':
      return false;
    default:
      return true;
  }
}

function comprehension(expr: Extract<Expr, { kind: 'comprehension' }>, frame: Frame, machine: Machine): Value {
  const inner = new Frame(frame.file, frame, undefined);
  const [clause] = expr.clauses;
  const first = clause === undefined ? undefined : evaluate(clause.iterable, frame, machine);
  const source = first === undefined ? undefined : itemsOf(first);
  // Over a list that is known, item by item: a list of addresses stays a list of addresses.
  const rounds = source !== undefined && !source.open && source.items.length <= 32 ? source.items : [undefined];
  const values: Value[] = [];
  const made = record();
  for (const item of rounds) {
    for (const [index, { target, iterable, tests }] of expr.clauses.entries()) {
      const from = index === 0 && first !== undefined ? first : evaluate(iterable, inner, machine);
      const place: Place = { at: expr, frame: inner, machine };
      const all = index === 0 && item !== undefined ? [item] : itemsOf(from).items;
      assignTo(target, all.length === 0 ? data('an item') : join(all), place);
      for (const test of tests) evaluate(test, inner, machine);
    }
    const value = evaluate(expr.value, inner, machine);
    values.push(value);
    if (expr.key === undefined) continue;
    const name = literalText(evaluate(expr.key, inner, machine));
    if (name !== undefined) put(made, name, value);
    else made.rest = made.rest === undefined ? value : join([made.rest, value]);
  }
  if (expr.key !== undefined) return made;
  return list(values, source === undefined || source.open || rounds[0] === undefined);
}
