import type { Expr, Statement } from '../code.ts';
import { data, join, nothing, type Value } from '../value.ts';
import { assignTo } from './assign.ts';
import { callValue, makeClass } from './call.ts';
import { type Frame, joinVars } from './frame.ts';
import { importInto } from './import.ts';
import { foundAt, type Machine, type Place } from './machine.ts';
import { itemsOf } from './parts.ts';

/** Follows statements in order; where only the run decides, every way is taken and what they leave is joined. */
export function runStatements(statements: readonly Statement[], frame: Frame, machine: Machine): void {
  for (const statement of statements) {
    if (!machine.step()) return;
    runStatement(statement, frame, machine);
  }
}

function runStatement(statement: Statement, frame: Frame, machine: Machine): void {
  const value = (expr: Expr) => machine.evaluate(expr, frame);
  switch (statement.kind) {
    case 'expression':
      value(statement.value);
      return;
    case 'function': {
      const made = { kind: 'function', code: statement.code, frame } as const;
      machine.defined.push(made);
      frame.assign(statement.name, decorated(made, statement.decorators, frame, machine));
      return;
    }
    case 'class': {
      const made = makeClass(statement.code, frame, machine);
      frame.assign(statement.name, made);
      for (const decorator of statement.decorators) value(decorator);
      return;
    }
    case 'import':
    case 'export-from':
      importInto(statement, frame, machine);
      return;
    case 'export': {
      const local = frame.vars.get(statement.local);
      if (local !== undefined) frame.exports.set(statement.name, local);
      return;
    }
    case 'return':
      frame.returns.push(statement.value === undefined ? nothing : value(statement.value));
      return;
    case 'branch':
      runBranch(statement, frame, machine);
      return;
    case 'loop':
      runLoop(statement, frame, machine);
      return;
    case 'try':
      runTry(statement, frame, machine);
      return;
    case 'with': {
      const entered = value(statement.value);
      if (statement.target !== undefined) assignTo(statement.target, entered, { at: statement.value, frame, machine });
      return;
    }
    case 'unread':
      machine.findings.leave('code', statement.why, foundAt({ at: statement.at, frame, machine }));
      return;
  }
}

/** A decorator of the script's own may change the function; the function itself still runs. */
function decorated(
  made: Value,
  decorators: Extract<Statement, { kind: 'function' }>['decorators'],
  frame: Frame,
  machine: Machine,
): Value {
  return decorators.toReversed().reduce((inner: Value, expr): Value => {
    const decorator = machine.evaluate(expr, frame);
    const call = { at: expr, frame, machine, args: [inner], named: new Map(), open: false, created: false };
    const outer = callValue(decorator, call, 'a decorator');
    return decorator.kind === 'function' ? join([outer, inner]) : inner;
  }, made);
}

function runBranch(statement: Extract<Statement, { kind: 'branch' }>, frame: Frame, machine: Machine): void {
  for (const test of statement.tests) machine.evaluate(test, frame);
  // What runs only as a program does not run in a module that is imported.
  if (statement.main === true && frame.file.path !== machine.host.source.path && frame.file.path !== '') return;
  const start = frame.vars;
  const ways: Map<string, Value>[] = [];
  for (const body of statement.bodies) {
    if (!machine.fork(frame)) return;
    frame.vars = new Map(start);
    runStatements(body, frame, machine);
    ways.push(frame.vars);
  }
  if (!statement.exhaustive && statement.main !== true) ways.push(start);
  frame.vars = joinVars(ways);
}

/** Twice: what the first round leaves is what the second one may start with. */
function runLoop(statement: Extract<Statement, { kind: 'loop' }>, frame: Frame, machine: Machine): void {
  const start = new Map(frame.vars);
  const place: Place = { at: statement.iterable ?? { start: 0, end: 0 }, frame, machine };
  const source = statement.iterable === undefined ? undefined : machine.evaluate(statement.iterable, frame);
  const found = source === undefined ? undefined : itemsOf(source);
  const items = found === undefined || found.items.length === 0 ? [data('an item')] : found.items;
  for (let round = 0; round < 2; round++) {
    if (!machine.fork(frame)) return;
    if (statement.target !== undefined) assignTo(statement.target, loopItem(statement, source, items), place);
    for (const test of statement.tests) machine.evaluate(test, frame);
    runStatements(statement.body, frame, machine);
    frame.vars = joinVars([start, frame.vars]);
  }
}

function loopItem(
  statement: Extract<Statement, { kind: 'loop' }>,
  source: Value | undefined,
  items: readonly Value[],
): Value {
  return statement.keys === true && source?.kind !== 'record' ? data('a key') : join(items);
}

function runTry(statement: Extract<Statement, { kind: 'try' }>, frame: Frame, machine: Machine): void {
  const start = new Map(frame.vars);
  runStatements(statement.body, frame, machine);
  const after = frame.vars;
  const ways = [after];
  for (const handler of statement.handlers) {
    if (!machine.fork(frame)) return;
    frame.vars = joinVars([start, after]);
    if (handler.target !== undefined)
      assignTo(handler.target, data('an error'), { at: { start: 0, end: 0 }, frame, machine });
    runStatements(handler.body, frame, machine);
    ways.push(frame.vars);
  }
  frame.vars = joinVars(ways);
  runStatements(statement.after, frame, machine);
}
