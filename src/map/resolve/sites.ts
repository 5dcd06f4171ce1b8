import type {
  ShellCommand,
  ShellCompound,
  ShellNode,
  ShellPart,
  ShellRedirect,
  ShellStatement,
  ShellWord,
} from '../../ir/shell-program.ts';
import type { Binding } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import { concatTexts, literalOf, type Text } from '../../ir/text.ts';
import { commandsOf } from '../../shell/walk.ts';
import { joinPath } from '../join-path.ts';
import { asksForYours, isSecretName } from '../secret-names.ts';
import {
  arithmeticNames,
  type DefinedFunction,
  declares,
  functionsOf,
  movesAway,
  namesAssignedInside,
  namesAssignedOften,
  namesExportedBy,
  namesReadBy,
  openedDescriptor,
  plainWords,
  programWord,
  rewritesNames,
} from './assigned-names.ts';
import { assign, emptyScope, exportNames, markDynamic, type Scope } from './scope.ts';
import { resolveValue } from './words.ts';

/** One simple command of a program with what is known where it stands. */
export interface Site {
  readonly command: ShellCommand;
  readonly scope: Scope;
  /** Directory after `cd`; undefined when the text does not say. */
  readonly cwd: string | undefined;
  /** Something is piped into it, or an enclosing loop or group is fed. */
  readonly piped: boolean;
  /** Its output goes on to another command, a variable or a group's redirection. */
  readonly consumed: boolean;
}

export interface Walked {
  readonly sites: readonly Site[];
  /** Redirections of groups and loops: effects of their own. */
  readonly redirects: readonly {
    readonly redirect: ShellRedirect;
    readonly scope: Scope;
    readonly cwd: string | undefined;
  }[];
  /** Files the shell itself looks at: patterns in a loop's list or an array, operands of `[[ -f … ]]`. */
  readonly looked: readonly {
    readonly path: Text;
    readonly scope: Scope;
    readonly cwd: string | undefined;
    readonly span: Span;
  }[];
  readonly functions: ReadonlyMap<string, DefinedFunction>;
  /** Some command goes to another directory. */
  readonly moves: boolean;
}

/** Where and with what a program starts. */
export interface Start {
  readonly cwd: string | undefined;
  readonly scope: Scope;
}

interface State {
  scope: Scope;
  cwd: string | undefined;
}

/** Follows assignments and `cd` through straight code; whatever control flow may assign is dynamic from the start. */
export function walkProgram(
  statements: readonly ShellStatement[],
  bindings: readonly Binding[],
  fed: boolean = false,
  words: readonly Text[] | undefined = undefined,
  start: Start = { cwd: '.', scope: emptyScope },
): Walked {
  const sites: Site[] = [];
  const redirects: { redirect: ShellRedirect; scope: Scope; cwd: string | undefined }[] = [];
  const looked: { path: Text; scope: Scope; cwd: string | undefined; span: Span }[] = [];
  const functions = functionsOf(statements);
  let moves = false;
  let scope: Scope = {
    ...start.scope,
    positional: movesWords(statements) ? 'open' : (words ?? start.scope.positional),
  };
  for (const binding of bindings)
    scope = exportNames(
      assign(scope, binding.name, named(binding.name, resolveValue(binding.value, scope), binding.span)),
      binding.exported ? [binding.name] : [],
    );
  const conditional = new Map<string, string>();
  const lists = statements.some(({ node }) => node.kind === 'and-or');
  const often = lists ? namesAssignedOften(statements, bindings) : new Set<string>();
  for (const statement of statements) {
    const straight = isStraight(statement);
    if (straight && statement.node.kind === 'command') continue;
    for (const [name, reason] of namesAssignedInside(statement.node)) {
      if (!straight || often.has(name)) conditional.set(name, reason);
    }
  }
  const state: State = { scope: conditional.size === 0 ? scope : markDynamic(scope, conditional), cwd: start.cwd };

  const visitStatements = (list: readonly ShellStatement[], at: State, piped: boolean, consumed: boolean): void => {
    for (const statement of list) visitNode(statement.node, at, piped, consumed);
  };

  const visitNode = (node: ShellNode, at: State, piped: boolean, consumed: boolean): void => {
    switch (node.kind) {
      case 'command':
        visitCommand(node, at, piped, consumed);
        return;
      case 'pipeline':
        // Each member is a subshell: what it assigns or where it goes stays inside.
        for (const [index, member] of node.commands.entries()) {
          visitNode(member, { ...at }, piped || index > 0, consumed || index < node.commands.length - 1);
        }
        return;
      case 'and-or': {
        let wentAway = false;
        for (const [index, item] of node.items.entries()) {
          const before = at.cwd;
          visitNode(item, at, piped, consumed);
          // Whether it went there, only the run knows.
          if (index > 0 && node.operators[index - 1] === '||' && at.cwd !== before) at.cwd = undefined;
          if (index > 0 && at.cwd !== before) wentAway = true;
        }
        // `a && cd b; c`: behind the list nobody knows whether `a` held.
        if (wentAway) at.cwd = undefined;
        return;
      }
      case 'compound':
        visitCompound(node, at, piped, consumed);
        return;
    }
  };

  const visitCompound = (node: ShellCompound, at: State, piped: boolean, consumed: boolean): void => {
    for (const word of node.words) visitWord(word, at);
    for (const word of lookedAt(node)) look(word, at);
    for (const redirect of node.redirects) visitRedirect(redirect, at, true);
    const fed = piped || node.redirects.some((redirect) => redirect.operator.startsWith('<'));
    const taken = consumed || node.redirects.some((redirect) => redirect.operator.includes('>'));
    for (const block of node.blocks) {
      const scope: Scope = node.form === 'function' ? { ...at.scope, positional: 'open' } : at.scope;
      const inner: State = { scope, cwd: at.cwd };
      visitStatements(block, inner, fed, taken);
      if (inner.cwd !== at.cwd && node.form !== 'subshell' && node.form !== 'function')
        at.cwd = node.form === 'group' ? inner.cwd : undefined;
    }
  };

  const visitRedirect = (redirect: ShellRedirect, at: State, own: boolean): void => {
    if (redirect.target !== undefined) visitWord(redirect.target, at);
    if (redirect.body !== undefined) visitWord(redirect.body, at);
    if (redirect.variable !== undefined) at.scope = markDynamic(at.scope, [[redirect.variable, openedDescriptor]]);
    if (own) redirects.push({ redirect, scope: at.scope, cwd: at.cwd });
  };

  const visitWord = (word: ShellWord | undefined, at: State): void => {
    for (const part of word?.parts ?? []) visitPart(part, at);
  };

  const look = (word: ShellWord, at: State): void => {
    looked.push({ path: resolveValue(word, at.scope), scope: at.scope, cwd: at.cwd, span: word.span });
  };

  const visitPart = (part: ShellPart, at: State): void => {
    if (part.kind === 'substitution') visitStatements(part.statements, { ...at }, part.form === 'output', true);
    else if (part.kind === 'variable') {
      visitWord(part.operand, at);
      if (part.operator === '=' || part.operator === ':=')
        at.scope = markDynamic(at.scope, [[part.name, 'assigned by its own default']]);
    } else if (part.kind === 'arithmetic') {
      for (const inner of part.parts) visitPart(inner, at);
      at.scope = markDynamic(
        at.scope,
        arithmeticNames(part.text).map((name) => [name, 'assigned by arithmetic']),
      );
    }
  };

  const visitCommand = (command: ShellCommand, at: State, piped: boolean, consumed: boolean): void => {
    for (const assignment of command.assignments) {
      visitWord(assignment.value, at);
      for (const element of assignment.elements ?? []) {
        visitWord(element, at);
        if (isPattern(element)) look(element, at);
      }
    }
    for (const word of command.words) visitWord(word, at);
    for (const redirect of command.redirects) visitRedirect(redirect, at, command.words.length === 0);
    if (command.words.length > 0) sites.push({ command, scope: at.scope, cwd: at.cwd, piped, consumed });
    if (command.words.length === 0 || declares(command)) at.scope = assignAll(command, at.scope);
    at.scope = exportNames(at.scope, namesExportedBy(command));
    const read = namesReadBy(command);
    if (read.length > 0)
      at.scope = markDynamic(
        at.scope,
        read.map((name) => [name, `read by \`${command.words[0]?.text ?? ''}\``]),
      );
    if (rewritesNames(command)) at.scope = forgetValues(at.scope, command.words[0]?.text ?? '');
    const program = programOf(command, at.scope);
    if (program === '.' || program === 'source') at.scope = forgetValues(at.scope, program);
    const before = at.cwd;
    if (functions.get(program)?.changesDirectory === true) at.cwd = undefined;
    else if (movesAway(command) || moving.has(program)) at.cwd = changeDirectory(command, at);
    moves ||= at.cwd !== before;
  };

  visitStatements(statements, state, fed, false);
  return { sites, redirects, looked, functions, moves };
}

const wordMovers = new Set(['shift', 'eval', 'source', '.']);

/** `shift` and `set --` change what `$1` means. */
function movesWords(statements: readonly ShellStatement[]): boolean {
  return commandsOf(statements).some((command) => {
    const program = programWord(command);
    if (program !== 'set') return wordMovers.has(program);
    const [, ...words] = plainWords(command);
    return words.some((word) => word === '--' || !/^[-+]/.test(word));
  });
}

/** Commands one after the other, `&&` included: each sees what those before it assigned. */
function isStraight({ node, background }: ShellStatement): boolean {
  if (background) return false;
  if (node.kind === 'and-or')
    return node.operators.every((operator) => operator === '&&') && node.items.every((item) => item.kind === 'command');
  return node.kind === 'command';
}

function assignAll(command: ShellCommand, scope: Scope): Scope {
  let next = scope;
  for (const assignment of command.assignments) {
    if (assignment.value === undefined) next = markDynamic(next, [[assignment.name, 'an array']]);
    else {
      const outside: Text = [{ kind: 'variable', name: assignment.name, span: assignment.span }];
      const before: Text = assignment.append ? (next.values.get(assignment.name) ?? outside) : [];
      next = assign(
        next,
        assignment.name,
        named(assignment.name, concatTexts(before, resolveValue(assignment.value, next)), assignment.span),
      );
    }
  }
  return next;
}

/** `TOKEN=$(…)`: from here on the value is known by the variable's name. */
function named(name: string, value: Text, span: Span): Text {
  // `export API_KEY="your-key"` shows where a credential goes, not what it is: the name is what matters.
  const written = literalOf(value);
  if (written !== undefined && (isSecretName(name) || asksForYours(written))) return [{ kind: 'variable', name, span }];
  const [only, second] = value;
  return only?.kind === 'dynamic' && second === undefined ? [{ ...only, name }] : value;
}

const moving = new Set(['cd', 'pushd', 'popd']);

/** The command word after resolution: `x=cd; $x ..` goes up too. */
function programOf(command: ShellCommand, scope: Scope): string {
  const plain = programWord(command);
  const first = command.words[0];
  return (first === undefined ? undefined : literalOf(resolveValue(first, scope))) ?? plain;
}

/** A file that runs in this shell may assign anything. */
function forgetValues(scope: Scope, program: string): Scope {
  return markDynamic(
    scope,
    [...scope.values.keys()].map((name) => [name, `may be assigned by \`${program}\``]),
  );
}

const fileTests = new Set('-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S'.split(' '));

/** Patterns of a loop's list, and what `[[ -f … ]]` asks about. */
function lookedAt({ form, words }: ShellCompound): readonly ShellWord[] {
  if (form === 'for' || form === 'select') return words.filter(isPattern);
  return form === 'test' ? words.filter((_, index) => fileTests.has(words[index - 1]?.text ?? '')) : [];
}

function isPattern(word: ShellWord): boolean {
  return word.parts.some((part) => part.kind === 'glob');
}

/** `cd a` then `cd b` is `a/b`; anything not literal is unknown from here on. */
function changeDirectory(command: ShellCommand, at: State): string | undefined {
  const target = command.words[1];
  if (command.words[0]?.text !== 'cd' || command.words.length !== 2 || target === undefined) return undefined;
  // `CDPATH` makes `cd x` go somewhere else.
  if (at.scope.values.has('CDPATH') || at.scope.dynamic.has('CDPATH')) return undefined;
  const path = literalOf(resolveValue(target, at.scope));
  if (path === undefined || path === '-' || path.includes('\0')) return undefined;
  if (path.startsWith('/') || path.startsWith('~')) return path;
  return at.cwd === undefined ? undefined : joinPath(at.cwd, path);
}
