import { concat } from '../text-of.ts';
import {
  data,
  each,
  type InstanceValue,
  join,
  type ListValue,
  list,
  literalText,
  lost,
  namesIn,
  put,
  text,
  type Value,
} from '../value.ts';
import { bindMethod, findMethod } from './class.ts';
import type { Frame } from './frame.ts';
import { type Place, plainCall } from './machine.ts';
import { partOf } from './parts.ts';

/** Names that lead from any object to the machinery of its language. */
const inner =
  /^(?:__(?:class|bases|base|mro|subclasses|globals|builtins|code|closure|getattribute|reduce|reduce_ex|loader|spec|import|self|func|wrapped)__|constructor|__proto__|prototype|mainModule|binding|dlopen)$/;

export function memberOf(object: Value, name: string, place: Place): Value {
  place.machine.looked.add(name);
  return join(each(object).map((one) => memberOfOne(one, name, place)));
}

function memberOfOne(object: Value, name: string, place: Place): Value {
  if (inner.test(name) && !(object.kind === 'record' && object.entries.has(name)))
    return lost(`\`${name}\` of a value`);
  const common = place.machine.language.anyMember(object, name);
  if (common !== undefined) return common;
  switch (object.kind) {
    case 'instance':
      return instanceMember(object, name, place);
    case 'class': {
      const shared = object.shared.get(name);
      if (shared !== undefined) return shared;
      const found = findMethod(object, name);
      if (found !== undefined) return bindMethod(found, object);
      const [base] = object.bases;
      return base === undefined ? data(`\`${name}\` of a class`) : memberOf(base, name, place);
    }
    case 'module':
      return moduleMember(object.frame, name);
    case 'record': {
      const own = object.entries.get(name);
      if (own !== undefined) return withSelf(own, object);
      const method = place.machine.language.member(object, name, place);
      return method.kind === 'bound' ? method : (object.rest ?? method);
    }
    default:
      return place.machine.language.member(object, name, place);
  }
}

/** `this` in a function of a record is the record. */
function withSelf(member: Value, self: Value): Value {
  return member.kind === 'function' && member.self === undefined && !member.code.arrow ? { ...member, self } : member;
}

export function moduleMember(frame: Frame, name: string): Value {
  const exported = frame.exports.get(name) ?? frame.vars.get(name);
  if (exported !== undefined) return exported;
  const common = frame.exports.get('*module*');
  if (common === undefined) return lost(`\`${name}\` of \`${frame.file.path}\` is not in its text`);
  if (name === 'default') return common;
  const [made] = each(common);
  return made?.kind === 'record'
    ? (made.entries.get(name) ?? made.rest ?? lost(`\`${name}\` is not in the text`))
    : common;
}

function instanceMember(object: InstanceValue, name: string, place: Place): Value {
  const field = object.fields.get(name);
  if (field !== undefined) return field;
  const found = findMethod(object.of, name);
  if (found !== undefined) {
    const bound = bindMethod(found, object);
    return found.form === 'property' ? place.machine.call(bound, plainCall(place, [])) : bound;
  }
  const shared = sharedOf(object.of, name);
  if (shared !== undefined) return shared;
  const base = object.fields.get('*base*');
  return base === undefined ? data(`\`${name}\` of an object`) : memberOf(base, name, place);
}

function sharedOf(from: InstanceValue['of'], name: string): Value | undefined {
  const own = from.shared.get(name);
  if (own !== undefined) return own;
  for (const base of from.bases) {
    const found = base.kind === 'class' ? sharedOf(base, name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

export function indexOf(object: Value, key: Value, place: Place): Value {
  return join(each(object).map((one) => indexOfOne(one, key, place)));
}

function indexOfOne(object: Value, key: Value, place: Place): Value {
  const own = place.machine.language.index(object, key, place);
  if (own !== undefined) return own;
  const keys = each(key).map(literalText);
  if (keys.every((name) => name !== undefined) && object.kind !== 'list')
    return join(keys.map((name) => namedPart(object, name ?? '', place)));
  switch (object.kind) {
    case 'list': {
      const at = key.kind === 'constant' && typeof key.value === 'number' ? key.value : undefined;
      if (at === undefined) return object.items.length === 0 ? data('an item') : partOf(object);
      const item = object.items.at(at);
      if (item !== undefined && !(object.open && at < 0)) return item;
      return object.open ? partOf(object) : data('a missing item');
    }
    case 'record':
      return partOf(object);
    case 'unknown':
      return object;
    case 'text':
      return data('a part of a text', namesIn(object));
    case 'library':
    case 'module':
    case 'class':
      // `os[name]`, `fs[method]`: which member is decided when it runs.
      return lost('a member that is chosen when it runs', namesIn(key));
    case 'instance':
      return lost('a member that is chosen when it runs', namesIn(key));
    default:
      return data('a part of a value', namesIn(object));
  }
}

function namedPart(object: Value, name: string, place: Place): Value {
  switch (object.kind) {
    case 'record':
      return object.entries.get(name) ?? object.rest ?? data('a missing member');
    case 'text': {
      const whole = literalText(object);
      const at = /^-?\d+$/.test(name) ? Number(name) : undefined;
      if (whole !== undefined && at !== undefined) return text(whole.at(at) ?? '');
      return /^-?\d+$/.test(name) ? data('a part of a text', namesIn(object)) : memberOf(object, name, place);
    }
    default:
      return memberOf(object, name, place);
  }
}

/** `x[a:b:c]` of Python. */
export function sliceOf(object: Value, bounds: readonly (Value | undefined)[]): Value {
  const [from, to, step] = bounds.map((bound) =>
    bound?.kind === 'constant' && typeof bound.value === 'number'
      ? bound.value
      : bound === undefined
        ? undefined
        : Number.NaN,
  );
  const known = ![from, to, step].some((one) => Number.isNaN(one));
  return join(
    each(object).map((one): Value => {
      if (one.kind === 'list') return slicedList(one, known && step === undefined ? [from, to] : undefined);
      const whole = literalText(one);
      if (whole === undefined || !known) return data('a part of a text', namesIn(one));
      if (step === -1 && from === undefined && to === undefined) return text([...whole].reverse().join(''));
      return step === undefined || step === 1 ? text(whole.slice(from, to)) : data('a part of a text');
    }),
  );
}

function slicedList(of: ListValue, bounds: readonly (number | undefined)[] | undefined): Value {
  const made = bounds === undefined ? list(of.items, true) : list(of.items.slice(bounds[0], bounds[1]), of.open);
  return of.front === undefined ? made : { ...made, front: Math.max(0, of.front - Math.max(0, bounds?.[0] ?? 0)) };
}

export function setMember(object: Value, name: string, value: Value, place: Place): void {
  switch (object.kind) {
    case 'instance':
      object.fields.set(name, join([...some(object.fields.get(name)), value]));
      return;
    case 'class':
      object.shared.set(name, join([...some(object.shared.get(name)), value]));
      return;
    case 'record':
      // `module.exports = …` takes the place of what was there; any other member may have been set on another way.
      put(object, name, name === 'exports' ? value : join([...some(object.entries.get(name)), value]));
      return;
    case 'object':
      object.state.set(name, join([...some(object.state.get(name)), value]));
      callLater(value, place);
      return;
    case 'module':
      object.frame.vars.set(name, join([...some(object.frame.vars.get(name)), value]));
      return;
    case 'library':
      callLater(value, place);
      place.machine.language.method(object, '*set*', plainCall(place, [text(name), value]));
      return;
    default:
      callLater(value, place);
      return;
  }
}

/** `socket.onmessage = …`: whoever holds the object may call it. */
function callLater(value: Value, place: Place): void {
  for (const one of each(value)) {
    if (one.kind !== 'function' || one.frame.calledBack.has(one.code)) continue;
    one.frame.calledBack.add(one.code);
    place.machine.call(
      one,
      plainCall(
        place,
        one.code.params.map(() => data('an argument of a callback')),
      ),
    );
  }
}

function some(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}

export function setIndex(object: Value, key: Value, value: Value, place: Place): void {
  const name = literalText(key);
  switch (object.kind) {
    case 'record': {
      if (name === undefined) object.rest = join([...some(object.rest), value]);
      else put(object, name, join([...some(object.entries.get(name)), value]));
      return;
    }
    case 'list':
      object.items.push(value);
      object.open = true;
      return;
    default:
      if (name !== undefined) setMember(object, name, value, place);
      else place.machine.language.method(object, '*set*', plainCall(place, [concat([key]), value]));
  }
}
