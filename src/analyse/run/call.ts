import type { ClassCode, Expr, FunctionCode } from '../code.ts';
import {
  type ClassValue,
  covered,
  data,
  each,
  type FunctionValue,
  type InstanceValue,
  join,
  list,
  lost,
  nothing,
  object,
  record,
  recursive,
  type Value,
} from '../value.ts';
import { assignTo } from './assign.ts';
import { bindMethod, findMethod, foreignBase } from './class.ts';
import { Frame } from './frame.ts';
import { type Call, foundAt, type Machine, type Place, plainCall } from './machine.ts';
import { itemsOf } from './parts.ts';

export function callExpr(expr: Extract<Expr, { kind: 'call' }>, frame: Frame, machine: Machine): Value {
  const callee = machine.evaluate(expr.callee, frame);
  const place: Place = { at: expr, frame, machine };
  const args: Value[] = [];
  const named = new Map<string, Value>();
  let open = false;
  for (const argument of expr.args) {
    const value = machine.evaluate(argument.value, frame);
    if (argument.spread === 'list') {
      const spread = itemsOf(value);
      args.push(...spread.items);
      open ||= spread.open;
    } else if (argument.spread === 'record') {
      for (const one of each(value)) {
        if (one.kind !== 'record') open = true;
        else for (const [name, member] of one.entries) named.set(name, member);
        if (one.kind === 'record' && one.rest !== undefined) open = true;
      }
    } else if (argument.name !== undefined) named.set(argument.name, value);
    else args.push(value);
  }
  const shown = shownCallee(expr.callee);
  return callValue(callee, { ...place, args, named, open, created: expr.created }, shown);
}

/** `session.get`, for messages. */
function shownCallee(expr: Expr): string {
  switch (expr.kind) {
    case 'name':
      return expr.name;
    case 'member':
      return `${shownCallee(expr.object)}.${expr.name}`;
    case 'same':
      return shownCallee(expr.part);
    case 'call':
      return `${shownCallee(expr.callee)}()`;
    default:
      return '…';
  }
}

export function callValue(callee: Value, call: Call, shown: string): Value {
  return join(each(callee).map((one) => callOne(one, call, shown)));
}

function callOne(callee: Value, call: Call, shown: string): Value {
  const { machine } = call;
  switch (callee.kind) {
    case 'function':
      return call.created ? construct(callee, call) : invoke(callee, call);
    case 'class':
      return instantiate(callee, call);
    case 'library':
      return machine.language.call(callee.path, call);
    case 'bound':
      return machine.language.method(callee.object, callee.name, call);
    case 'instance': {
      const found = findMethod(callee.of, '__call__');
      return found === undefined ? data('a called object') : invoke(bindMethod(found, callee), call);
    }
    case 'object':
      return machine.language.method(callee, '*call*', call);
    case 'unknown':
      handOver(call, callee.sort === 'data' ? data('an argument') : lost('an argument of a callback'));
      if (callee.sort !== 'lost') return callee;
      machine.findings.leave('code', `what \`${shown}\` does is not in the text: ${callee.why}`, foundAt(call));
      return covered(callee.why);
    default:
      handOver(call, data('an argument'));
      return data('what a call gives');
  }
}

/** Functions among the arguments may be called by whoever gets them. */
export function handOver({ args, named, ...place }: Call, given: Value): void {
  for (const value of [...args, ...named.values()]) callBack(value, given, place, 0);
}

/** Runs what could be called from elsewhere, with arguments that are only known to be `given`. */
export function callBack(value: Value, given: Value, place: Place, depth: number): void {
  if (depth > 3) return;
  const { machine } = place;
  switch (value.kind) {
    case 'function': {
      const { calledBack } = value.frame;
      const key = value.self ?? value.code;
      if (calledBack.has(value.code) && calledBack.has(key)) return;
      calledBack.add(value.code).add(key);
      invoke(
        value,
        plainCall(
          place,
          value.code.params.map(() => given),
        ),
      );
      return;
    }
    case 'library':
      if (machine.language.touches(value.path)) machine.language.call(value.path, plainCall(place, [given], true));
      return;
    case 'bound':
      machine.language.method(value.object, value.name, plainCall(place, [given], true));
      return;
    case 'class':
      callBack(instantiate(value, plainCall(place, [], true)), given, place, depth + 1);
      return;
    case 'instance':
      for (const member of value.of.code.members)
        if (member.kind === 'method')
          callBack(bindMethod({ member, home: value.of, form: member.form }, value), given, place, depth + 1);
      return;
    case 'list':
      for (const item of value.items) callBack(item, given, place, depth + 1);
      return;
    case 'record':
      for (const item of value.entries.values()) callBack(item, given, place, depth + 1);
      return;
    case 'choice':
      for (const one of value.values) callBack(one, given, place, depth);
      return;
    default:
      return;
  }
}

/** `new F()` of a plain function: what it puts into `this`. */
function construct(fn: FunctionValue, call: Call): Value {
  const self = record();
  const given = invoke({ ...fn, self }, call);
  return given.kind === 'constant' ? self : join([self, given]);
}

export function invoke(fn: FunctionValue, call: Call): Value {
  const { machine } = call;
  const { code } = fn;
  machine.reached.add(code);
  if (!machine.mayEnter(code)) return recursive;
  const frame = new Frame(fn.frame.file, fn.frame, ownNames(code));
  if (fn.code.name !== '' && !code.locals.has(code.name)) frame.vars.set(code.name, fn);
  if (!code.arrow) bindThis(frame, fn, call);
  bindParams(code, [...(fn.given ?? []), ...call.args], fn, call, frame);
  machine.stack.push(code);
  machine.run(code.body, frame);
  machine.stack.pop();
  return frame.returns.length === 0 ? nothing : join(frame.returns);
}

const implicit = ['this', 'super', 'arguments', '*home*', '*self*'];

function ownNames(code: FunctionCode): ReadonlySet<string> {
  return new Set([...code.locals, ...(code.arrow ? [] : implicit)]);
}

function bindThis(frame: Frame, fn: FunctionValue, call: Call): void {
  const self = fn.self ?? lost('`this` of a function');
  frame.vars.set('this', self);
  frame.vars.set('arguments', list(call.args, call.open));
  if (fn.home === undefined) return;
  frame.vars.set('*self*', self);
  const above = object('super', [
    ['self', self],
    ['home', fn.home],
  ]);
  frame.vars.set('*home*', above);
  frame.vars.set('super', above);
}

function bindParams(code: FunctionCode, args: readonly Value[], fn: FunctionValue, call: Call, frame: Frame): void {
  const { machine } = call;
  const positional = code.takesSelf && fn.self !== undefined ? [fn.self, ...args] : [...args];
  const named = new Map(call.named);
  let at = 0;
  for (const param of code.params) {
    const place: Place = { at: code, frame, machine };
    if (param.rest === 'list') {
      assignTo(param.target, list(positional.slice(at), call.open), place);
      at = positional.length;
      continue;
    }
    if (param.rest === 'record') {
      assignTo(param.target, record(named, call.open ? lost('an argument') : undefined), place);
      continue;
    }
    const byName = param.name === undefined ? undefined : named.get(param.name);
    if (param.name !== undefined) named.delete(param.name);
    const byPlace = param.keywordOnly === true || byName !== undefined ? undefined : positional[at];
    if (byPlace !== undefined) at++;
    const given = byName ?? byPlace;
    const preset = param.preset === undefined ? undefined : machine.evaluate(param.preset, fn.frame);
    const missing = call.open
      ? join([...(preset === undefined ? [] : [preset]), lost('an argument')])
      : (preset ?? nothing);
    const filled = given !== undefined && preset !== undefined && isMissing(given) ? preset : given;
    assignTo(param.target, filled ?? missing, place);
  }
}

/** JavaScript takes the preset for `undefined`. */
function isMissing(value: Value): boolean {
  return value.kind === 'unknown' && value.why === 'undefined';
}

export function makeClass(code: ClassCode, frame: Frame, machine: Machine): ClassValue {
  const bases = code.bases.map((base) => machine.evaluate(base, frame)).flatMap(each);
  const made: ClassValue = { kind: 'class', code, frame, bases, shared: new Map() };
  machine.run(code.body, new Frame(frame.file, frame, undefined));
  for (const member of code.members) {
    if (member.kind === 'field') {
      if (member.value !== undefined && member.shared)
        made.shared.set(member.name, machine.evaluate(member.value, sharedFrame(made, frame)));
    } else {
      for (const decorator of member.decorators) machine.evaluate(decorator, frame);
      machine.defined.push({
        kind: 'function',
        code: member.code,
        frame,
        home: made,
        ...(member.code.takesSelf ? {} : {}),
      });
    }
  }
  return made;
}

/** Later fields of a class may use earlier ones by their bare names. */
function sharedFrame(of: ClassValue, frame: Frame): Frame {
  const inner = new Frame(frame.file, frame, undefined);
  for (const [name, value] of of.shared) inner.vars.set(name, value);
  inner.vars.set('this', of);
  return inner;
}

export function instantiate(of: ClassValue, call: Call): Value {
  const { machine, frame } = call;
  const made: InstanceValue = { kind: 'instance', of, fields: new Map() };
  if (!machine.instances.has(of.code)) machine.instances.set(of.code, made);
  const base = foreignBase(of);
  if (base !== undefined) {
    const above =
      base.kind === 'library' ? machine.language.call(base.path, { ...call, args: [], named: new Map() }) : base;
    made.fields.set('*base*', above);
  }
  fillFields(of, made, call, 0);
  const start = findMethod(of, machine.language.constructorName);
  if (start !== undefined) invoke(bindMethod(start, made), call);
  else if (base === undefined || isPlainData(base)) fillByOrder(of, made, call);
  // A library that knows the class calls its methods when it likes.
  if (base !== undefined && !isPlainData(base))
    callBack(made, data('an argument of a callback'), { at: call.at, frame, machine }, 1);
  return made;
}

/** `class X(Enum)`, `NamedTuple`, `Exception`, `BaseModel`: nothing of theirs calls the script's own methods. */
function isPlainData(base: Value): boolean {
  if (base.kind !== 'library') return false;
  return /(?:^|\.)(?:object|Enum|IntEnum|StrEnum|Flag|NamedTuple|TypedDict|Protocol|ABC|BaseModel|Generic|\w*(?:Error|Exception|Warning)|EventEmitter|Exit)$/.test(
    base.path,
  );
}

function fillFields(of: ClassValue, made: InstanceValue, call: Call, depth: number): void {
  if (depth > 12) return;
  for (const base of of.bases) if (base.kind === 'class') fillFields(base, made, call, depth + 1);
  const frame = new Frame(of.frame.file, of.frame, undefined);
  frame.vars.set('this', made);
  for (const member of of.code.members)
    if (member.kind === 'field' && !member.shared && member.value !== undefined)
      made.fields.set(member.name, call.machine.evaluate(member.value, frame));
}

/** Data classes take their fields in order, or by name. */
function fillByOrder(of: ClassValue, made: InstanceValue, { args, named }: Call): void {
  const names = of.code.members.flatMap((member) => (member.kind === 'field' ? [member.name] : []));
  for (const [index, value] of args.entries()) {
    const name = names[index];
    if (name !== undefined) made.fields.set(name, value);
  }
  for (const [name, value] of named) made.fields.set(name, value);
}
